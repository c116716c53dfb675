// Picks up sales orders for an ERP: node erp.mjs FOLDER. Needs the package orderdock-client; URL and TOKEN name the server.
//
// Writes each new sales order to FOLDER/SALES_ORDER_ID.json and confirms its transfer. The id is the unique key: if the program is
// killed and started again, it writes the same file and confirms again.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { currentCursor, FileCursorStore, followEvents, Orderdock } from "orderdock-client";

const folder = process.argv[2];
const client = new Orderdock(process.env.URL, process.env.TOKEN);
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

async function pickUp(id) {
  const order = await client.order(id);
  writeFileSync(join(folder, `${id}.new`), JSON.stringify(order, null, 2));
  renameSync(join(folder, `${id}.new`), join(folder, `${id}.json`));
  const { orders } = await client.confirmTransfers([{ salesOrderId: id, receiver: "ERP", number: `ERP-${id}` }]);
  for (const { outcome, errors } of orders) {
    // for example `order.voided_since`: the ERP must cancel its order
    console.log(id, order.documentNo, outcome, errors?.map(({ code, message }) => `${code}: ${message}`).join("; ") ?? "");
  }
}

/** All orders without a confirmation: at the start, and after the cursor was lost. */
async function pickUpDue() {
  for await (const { salesOrderId } of client.orders({ handedOver: "due" })) {
    if (stop.signal.aborted) return;
    await pickUp(salesOrderId);
  }
}

mkdirSync(folder, { recursive: true });
const cursor = new FileCursorStore(join(folder, "cursor"));
if ((await cursor.load()) === undefined) {
  // the position first, so that no order is missed in between
  const position = await currentCursor(client);
  await pickUpDue();
  await cursor.save(position);
}
await followEvents(client, cursor, (event) => pickUp(event.data.salesOrderId), {
  types: ["orderdock.order.completed"],
  onCursorLost: pickUpDue,
  signal: stop.signal,
});
