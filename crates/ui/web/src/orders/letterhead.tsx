import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { api, unwrap, type Schemas } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { useBlobUrl } from "../parts/blob-url";
import { countryName } from "../parts/common-names";
import classes from "./order.module.css";
import { orderMessages } from "./order-messages";
import type { Order } from "./orders";

type Seller = Schemas["Seller"];

/** Logo of an organisation; undefined if it has none. */
function useLogo(organisation: number): Blob | undefined {
  const logo = useQuery({
    queryKey: ["organisations", organisation, "logo"],
    queryFn: async ({ signal }) => {
      const params = { path: { kind: "organisations", id: organisation } };
      const record = await unwrap(api.GET("/api/masterdata/{kind}/{id}", { params, signal }));
      return "logo" in record && typeof record.logo === "string" ? record.logo : null;
    },
    staleTime: 300_000,
    select: toBlob,
  });
  return logo.data;
}

function toBlob(logo: string | null): Blob | undefined {
  if (!logo) return undefined;
  const bytes = Uint8Array.from(atob(logo), (letter) => letter.charCodeAt(0));
  // the server accepts PNG and JPEG only
  return new Blob([bytes], { type: bytes[0] === 0x89 ? "image/png" : "image/jpeg" });
}

/** Seller of the order with the logo of the organisation. */
export function Letterhead({ order, seller }: { order: Order; seller: Seller }) {
  const t = useMessages(orderMessages);
  const language = useLanguage();
  const logo = useBlobUrl(useLogo(order.org.id ?? 0));
  const address = [
    seller.address1,
    seller.address2,
    [seller.postal, seller.city].filter(Boolean).join(" "),
    countryName(seller.countryCode, language),
  ];
  const reached = [seller.phone, seller.email, seller.vatId && t("vatId", { id: seller.vatId })];
  return (
    <section className={classes.letterhead} data-letterhead aria-label={t("seller")}>
      <div>
        <p className={classes.seller}>{seller.name}</p>
        <Parts parts={address} />
        <Parts parts={reached} />
      </div>
      {logo && <img className={classes.logo} src={logo} alt={t("logoOf", { name: seller.name })} />}
    </section>
  );
}

/** Line of parts; it wraps between them. */
function Parts({ parts }: { parts: (string | null | undefined)[] }) {
  return (
    <p className="quiet">
      {parts.filter(Boolean).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && " · "}
          <span className={classes.part}>{part}</span>
        </Fragment>
      ))}
    </p>
  );
}

/** Closing lines of the letterhead. */
export function Footer({ seller }: { seller: Seller }) {
  return seller.footer ? <footer className={classes.footer}>{seller.footer}</footer> : null;
}
