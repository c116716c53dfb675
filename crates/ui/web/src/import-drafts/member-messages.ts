import { memberMessages } from "../disposition/members";
import { defineMessages, useMessages } from "../i18n";

const own = memberMessages.translations;

/** Labels of the members of a sheet. */
export const memberNames = defineMessages("sheetMembers", {
  externalHeaderId: ["Order ID", "Bestell-ID"],
  externalLineId: ["Line number", "Positionsnummer"],
  poReference: own.poReference,
  bpartner_bpartner_code: ["Customer number", "Kundennummer"],
  bpartner_location_gln: ["Customer GLN", "GLN des Kunden"],
  bpartner_bpartner_externalId: ["Customer, external ID", "Kunde, externe ID"],
  bpartner_bpartner_name: ["Customer name", "Name des Kunden"],
  bpartner_location_externalId: ["Ship-to, external ID", "Lieferadresse, externe ID"],
  bpartner_contact_externalId: ["Contact, external ID", "Ansprechpartner, externe ID"],
  bpartner_contact_email: ["Contact, email", "Ansprechpartner, E-Mail"],
  product_code: ["Product number", "Produktnummer"],
  product_externalId: ["Product, external ID", "Produkt, externe ID"],
  product_name: ["Product name", "Produktname"],
  qty: own.qty,
  uomCode: own.uomCode,
  price: own.price,
  currencyCode: own.currencyCode,
  discount: ["Discount in %", "Rabatt in %"],
  dateRequired: own.dateRequired,
  dateOrdered: own.dateOrdered,
  presetDateShipped: own.presetDateShipped,
  presetDateInvoiced: own.presetDateInvoiced,
  productDescription: own.productDescription,
  description: own.description,
  dropShipBPartner_bpartner_code: ["Drop-ship to, number", "Streckenlieferung an, Nummer"],
  dropShipBPartner_location_gln: ["Drop-ship to, GLN", "Streckenlieferung an, GLN"],
  dropShipBPartner_bpartner_externalId: ["Drop-ship to, external ID", "Streckenlieferung an, externe ID"],
  dropShipBPartner_location_externalId: ["Drop-ship address, external ID", "Streckenadresse, externe ID"],
  billBPartner_bpartner_code: ["Bill-to, number", "Rechnungsempfänger, Nummer"],
  billBPartner_location_gln: ["Bill-to, GLN", "Rechnungsempfänger, GLN"],
  billBPartner_bpartner_externalId: ["Bill-to, external ID", "Rechnungsempfänger, externe ID"],
  handOverBPartner_bpartner_code: ["Hand-over partner, number", "Warenübergabe an, Nummer"],
  handOverBPartner_location_gln: ["Hand-over partner, GLN", "Warenübergabe an, GLN"],
  shipper: own.shipper,
  paymentTerm: own.paymentTerm,
  paymentRule: own.paymentRule,
  pricingSystemCode: own.pricingSystemCode,
  salesPartnerCode: own.salesPartnerCode,
  warehouseCode: own.warehouseCode,
  warehouseDestCode: own.warehouseDestCode,
  deliveryRule: own.deliveryRule,
  deliveryViaRule: own.deliveryViaRule,
  orderDocType: own.orderDocType,
  invoiceDocType_docBaseType: ["Invoice document type", "Rechnungsbelegart"],
  invoiceDocType_docSubType: ["Invoice document subtype", "Rechnungsbelegart, Unterart"],
  line: own.line,
  headerLineCount: ["Number of lines in the order", "Anzahl Positionen der Bestellung"],
  isWithoutCharge: ["Free of charge", "Kostenlos"],
  reason: ["Reason", "Grund"],
  promotionCode: own.promotionCode,
  org_code: ["Organisation", "Organisation"],
  dataSourceInternalName: ["Data source", "Datenquelle"],
  dataDestInternalName: ["Destination", "Ziel"],
  externalSystemCode: ["External system", "Externes System"],
});

type Key = keyof typeof memberNames.translations;

/** Returns the label of a member by its path. */
export function useMemberName(): (path: string) => string {
  const t = useMessages(memberNames);
  return (path) => {
    const key = path.replaceAll(".", "_");
    return Object.hasOwn(memberNames.translations, key) ? t(key as Key) : path;
  };
}
