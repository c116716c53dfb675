import { Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { LoadFailed } from "../parts/failure";
import classes from "./inbox.module.css";

type Pages = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "error" | "fetchNextPage"
>;

/** Loads the next page of a list. */
export function MoreButton({ pages, text }: { pages: Pages; text: string }) {
  const load = () => void pages.fetchNextPage();
  return (
    <>
      {pages.hasNextPage && (
        <Button variant="default" className={classes.more} loading={pages.isFetchingNextPage} onClick={load}>
          {text}
        </Button>
      )}
      {pages.isFetchNextPageError && pages.error && <LoadFailed failure={pages.error} retry={load} />}
    </>
  );
}
