import { z } from 'zod'
import type { Transport } from './client.ts'

/** Students of the demo whose address a visitor may use, each with what there is to see. */
export const demoStudents = z.array(z.object({ situation: z.string(), name: z.string(), email: z.string() }))
export type DemoStudent = z.output<typeof demoStudents>[number]

/** What only the demo tells. */
export interface DemoFacts {
  /** Where its mails arrive; undefined with a mail server of one's own. */
  inboxUrl?: string | undefined
  students: readonly DemoStudent[]
}

/** The part of the server's configuration that pages may read. */
export interface PageSettings {
  publicUrl: string
  /** Origin of the pictures without a trailing slash; empty for this origin. */
  imageBaseUrl: string
  checkoutUrl: string
  /** Left out in a real school. */
  demo?: DemoFacts
}

/** The result of resolving a page URL. */
export interface PageTarget {
  /** Without unknown query parameters; unknown values of known parameters are normalised. */
  url: URL
  /** True if the page is the same for everyone and may be cached. */
  cacheable: boolean
  /** Permanent redirect to another path. */
  redirect?: string
}

/** Answers one request for a page. */
type PageHandler = (request: Request, given: { transport: Transport; settings: PageSettings }) => Promise<Response>

/**
 * What the page bundle exports to the server. All use of the router stays inside the bundle, because the router compares
 * its classes by identity and a second copy outside would not match.
 */
export interface PagesEntry<Build> {
  createHandler(build: Build): PageHandler
  canonical(url: URL, transport: Transport): Promise<PageTarget>
  /** Moves the scripts of a rendered document off its critical path. */
  deferScripts(html: string): string
  /** Loads them after what paints the page. */
  lowerScriptPriority(html: string): string
}
