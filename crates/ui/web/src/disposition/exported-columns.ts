// Columns of an export that belong to the columns of the order desk.

/** Names in the API by column of the list of lines. */
const OF_LINES: Readonly<Record<string, readonly string[]>> = {
  status: ["status"],
  problem: ["problems", "hold"],
  customer: ["bpartnerCode", "bpartnerName"],
  product: ["productName"],
  productNo: ["productCode"],
  qty: ["qty"],
  qtyOverride: ["qtyOverride"],
  uom: ["uomCode"],
  price: ["price"],
  priceOverride: ["priceOverride"],
  discount: ["discount"],
  currency: ["currencyCode"],
  dateRequired: ["dateRequired"],
  dateOverride: ["dateRequiredOverride"],
  poReference: ["poReference"],
  shipTo: ["shipTo"],
  promotionCode: ["promotionCode"],
  order: ["orderDocumentNo"],
  files: ["attachments"],
  imported: ["createdAt"],
  billTo: ["billTo"],
  comments: ["comments"],
  assignedTo: ["assignedTo"],
  waitingUntil: ["waitingUntil"],
  org: ["orgCode"],
  docType: ["orderDocType"],
  paymentRule: ["paymentRule"],
  shipper: ["shipper"],
  salesPartner: ["salesPartner"],
  candidate: ["id"],
  source: ["dataSourceInternalName"],
  headerId: ["externalHeaderId"],
  lineId: ["externalLineId"],
};

/** Columns of the list of incoming orders that show other values of their lines. */
const OF_ORDERS: Readonly<Record<string, readonly string[]>> = {
  customer: ["bpartnerCode", "bpartnerName", "productCode", "productName"],
  lines: ["qty"],
  total: ["price"],
  received: ["createdAt"],
  headerId: ["externalHeaderId", "externalLineId"],
};

/** Returns the columns of an export of lines, in the order of the visible columns. */
export function exportedColumns(visible: readonly { id: string }[], ofOrders: boolean): string[] {
  const names = visible.flatMap(({ id }) => (ofOrders ? OF_ORDERS[id] : undefined) ?? OF_LINES[id] ?? []);
  return [...new Set(names)];
}
