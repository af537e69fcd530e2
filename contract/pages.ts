import type { Transport } from './client.ts'

/** What the pages may know of the server's configuration. */
export interface PageSettings {
  publicUrl: string
  /** Host of the pictures without a slash at its end; empty for this origin. */
  imageBaseUrl: string
  checkoutUrl: string
}

/** What a request for a page comes to. */
export interface PageTarget {
  /** With unknown query parameters gone and unknown values of known ones folded into one. */
  url: URL
  /** The same for everyone, so that its bytes may be kept. */
  cacheable: boolean
  /** Where to send the reader instead, for good. */
  redirect?: string
}

/** Answers one request for a page. */
export type PageHandler = (request: Request, given: { transport: Transport; settings: PageSettings }) => Promise<Response>

/**
 * What the bundle of the pages offers the server that renders them. Everything of the router happens inside the
 * bundle: its classes are compared by identity, and a second copy outside would be a stranger to it.
 */
export interface PagesEntry<Build> {
  createHandler(build: Build): PageHandler
  canonical(url: URL, transport: Transport): Promise<PageTarget>
  /** Takes the scripts of a finished document off its critical path. */
  deferScripts(html: string): string
}
