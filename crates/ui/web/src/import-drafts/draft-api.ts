// Operations of the API of import drafts.
import type { Client } from "openapi-fetch";
import { api } from "../api/client";
import type { DraftChange, DraftRow, DraftSummary, ImportDraft } from "./types";

type Json<Body> = { content: { "application/json": Body } };
type Answer<Status extends number, Body> = { responses: Record<Status, Json<Body>> };
type OfDraft = { parameters: { path: { id: number } } };
type Action<Body> = OfDraft & { requestBody: Json<Body> } & Answer<200, ImportDraft>;

interface DraftPaths {
  "/api/import-drafts": {
    get: { parameters: { query?: { before?: number; limit?: number } } } & Answer<
      200,
      { items: DraftSummary[]; next?: number | null }
    >;
  };
  "/api/import-drafts/{id}": {
    get: OfDraft & Answer<200, ImportDraft>;
    patch: Action<DraftChange & { version: number }>;
    delete: OfDraft & { responses: { 204: { content?: never } } };
  };
  "/api/import-drafts/{id}/rows": {
    get: { parameters: { path: { id: number }; query: { check?: string; offset: number; limit: number } } } & Answer<
      200,
      { items: DraftRow[]; total: number }
    >;
  };
  "/api/import-drafts/{id}/check": { post: Action<{ version: number }> };
  "/api/import-drafts/{id}/commit": { post: Action<{ version: number; saveMapping?: string }> };
  "/api/import-drafts/{id}/stop": { post: OfDraft & Answer<200, ImportDraft> };
  "/api/import-drafts/{id}/undo": { post: Action<{ version: number }> };
}

export const draftApi = api as unknown as Client<DraftPaths>;
