import { PassThrough, Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild, ServerRouter } from 'react-router'
import { createClient } from '#contract/client.ts'
import type { PagesEntry } from '#contract/page-rendering.ts'
import { canonicalPage } from './canonical.ts'
import * as scripts from './defer-scripts.ts'
import { serverContext } from '#web/lib/server-context.ts'

/** Milliseconds after which a rendering that hangs is cut. */
export const streamTimeout = 10_000

/**
 * Renders to the end before a byte leaves: the finished page is kept. It must be a stream all the same, since
 * `renderToString` loses the data that React Router streams and the page would never hydrate.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      // Nothing is put apart to be moved into its place by a script: the page reads without any.
      progressiveChunkSize: Infinity,
      onAllReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(Readable.from(body)), { headers, status: code }))
        pipe(body)
      },
      onShellError: reject,
      onError() {
        code = 500
      },
    })
    setTimeout(abort, streamTimeout).unref()
  })
}

const entry: PagesEntry<ServerBuild> = {
  createHandler(build) {
    const handle = createRequestHandler(build)
    return (request, { transport, settings }) => {
      const context = new RouterContextProvider()
      context.set(serverContext, { call: createClient(transport), settings })
      return handle(request, context)
    }
  },
  canonical: (url, transport) => canonicalPage(url, createClient(transport)),
  ...scripts,
}
export const { createHandler, canonical, deferScripts, lowerScriptPriority } = entry
