import { createHash } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import type { Received, Sent, Transport } from '#contract/client.ts'
import type { PageSettings, PagesEntry, PageTarget } from '#contract/page-rendering.ts'
import { paramsOf, tagsOf } from '#server/platform/cache/cache-tags.ts'

/** The answer to a call of a page, as it can be sent to another thread. */
export interface CallAnswer {
  status: number
  text: string
  isJson: boolean
}

/** Answers a call of the API for a page. `tags` are the cache tags of its answer. */
export type PageCall = (sent: Sent, tags: readonly string[]) => Promise<CallAnswer>

/** SHA-256 of each inline script and style of a document, in base64. */
export interface InlineHashes {
  scripts: string[]
  styles: string[]
}

export interface PageParts {
  status: number
  headers: [string, string][]
  body: Uint8Array<ArrayBuffer>
  /** Undefined when the body is no document. */
  inline: InlineHashes | undefined
  /** Whether the route's `Cache-Control` is public. */
  isPublic: boolean
}

/** Renders the pages of the website. */
export interface PageRenderer {
  canonical(url: URL, call: PageCall): Promise<PageTarget>
  render(url: URL, call: PageCall, settings: PageSettings): Promise<PageParts>
}

/** @param options.development leaves the scripts of a document to Vite, whose client adds its own */
export function createRenderer(build: ServerBuild, options: { development: boolean }): PageRenderer {
  // `web/entry.server.tsx` exports these beside React Router's own exports and is checked against the type.
  const entry = build.entry.module as ServerBuild['entry']['module'] & PagesEntry<ServerBuild>
  const handler = entry.createHandler(build)
  return {
    canonical: (url, call) => entry.canonical(url, transportOf(call)),
    async render(url, call, settings) {
      const request = new Request(url, { headers: { accept: 'text/html' } })
      const response = await handler(request, { transport: transportOf(call), settings })
      const { status, headers } = response
      const isPublic = /\bpublic\b/.test(headers.get('cache-control') ?? '')
      const isDocument = headers.get('content-type')?.startsWith('text/html') ?? false
      const facts = { status, headers: [...headers], isPublic }
      if (!isDocument) return { ...facts, body: new Uint8Array(await response.arrayBuffer()), inline: undefined }
      const text = await response.text()
      // A page that is the same for everyone is complete without scripts.
      const place = isPublic ? entry.deferScripts : entry.lowerScriptPriority
      const html = options.development ? text : place(text)
      const inline = { scripts: hashesOf('script', html), styles: hashesOf('style', html) }
      return { ...facts, body: new TextEncoder().encode(html), inline }
    },
  }
}

/** The transport of the contract's client whose calls another thread may answer. */
export function transportOf(call: PageCall): Transport {
  return async (sent, endpoint): Promise<Received> => {
    const { status, text, isJson } = await call(sent, tagsOf(endpoint.cacheTags, paramsOf(endpoint.path, sent.path)))
    return { status, body: isJson ? (JSON.parse(text) as unknown) : text === '' ? null : text }
  }
}

/** The hash of each inline script that the browser runs, or of each style, found in one pass over the page. */
function hashesOf(element: 'script' | 'style', html: string): string[] {
  const hashes = new Set<string>()
  let at = html.indexOf(`<${element}`)
  while (at >= 0) {
    const begin = html.indexOf('>', at) + 1
    const end = html.indexOf(`</${element}>`, begin)
    if (begin === 0 || end < 0) break
    const tag = html.slice(at, begin)
    if (!/\bsrc=/.test(tag) && !/\btype="application\/(?:ld\+)?json"/.test(tag))
      hashes.add(createHash('sha256').update(html.slice(begin, end)).digest('base64'))
    at = html.indexOf(`<${element}`, end)
  }
  return [...hashes]
}
