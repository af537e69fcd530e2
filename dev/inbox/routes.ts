import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Mailbox } from './open-mailbox.ts'
import { maxMessages } from './open-mailbox.ts'

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
// A mail runs no script and loads pictures only.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; font-src data: https:; form-action 'none'; base-uri 'none'"
const inlineTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain', 'text/calendar']

const listQuery = z.object({
  to: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(maxMessages).default(maxMessages),
})
const path = z.object({ id: z.string().regex(/^\d{1,15}$/), position: z.coerce.number().int().min(0).optional() })
const faults = z.strictObject({ smtp: z.enum(['down', 'up']).optional() })

function asset(name: string): Promise<string> {
  return readFile(new URL(`./page/${name}`, import.meta.url), 'utf8')
}

async function script(): Promise<string> {
  const { transformWithOxc } = await import('vite')
  const file = fileURLToPath(new URL('./page/inbox.ts', import.meta.url))
  return (await transformWithOxc(await readFile(file, 'utf8'), file, { target: 'es2022' })).code
}

function missing(reply: FastifyReply): { message: string } {
  void reply.code(404)
  return { message: 'No such message' }
}

/** Serves the page and the JSON calls. */
export function mountPage(app: FastifyInstance, mailbox: Mailbox): void {
  let cachedScript: Promise<string> | undefined
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })
  app.setErrorHandler(async (error, _request, reply) => {
    const status =
      error instanceof z.ZodError ? 400 : error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    void reply.code(status)
    return { message: error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : 'Error' }
  })
  app.get('/', async (_request, reply) => {
    void reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy)
    return asset('inbox.html')
  })
  app.get('/inbox.css', async (_request, reply) => {
    void reply.type('text/css; charset=utf-8')
    return asset('inbox.css')
  })
  app.get('/inbox.js', async (_request, reply) => {
    void reply.type('text/javascript; charset=utf-8')
    cachedScript ??= script()
    return cachedScript
  })

  app.get('/messages', async (request) => {
    const { to, limit } = listQuery.parse(request.query)
    return mailbox.list(to, limit)
  })
  app.get('/summaries', async (request) =>
    mailbox.summaries(z.object({ after: z.coerce.number().int().default(0) }).parse(request.query).after),
  )
  app.get('/messages/:id', async (request, reply) => mailbox.find(path.parse(request.params).id) ?? missing(reply))
  app.get('/messages/:id/html', async (request, reply) => {
    const message = mailbox.find(path.parse(request.params).id)
    if (!message) return missing(reply)
    void reply.type('text/html; charset=utf-8').header('content-security-policy', mailPolicy)
    return `<base target="_blank">${message.html}`
  })
  app.get('/messages/:id/attachments/:position', async (request, reply) => {
    const { id, position = 0 } = path.parse(request.params)
    const file = mailbox.attachment(id, position)
    if (!file) return missing(reply)
    const name = file.filename.replaceAll(/[^\w.-]+/g, '_')
    void reply
      .type(inlineTypes.includes(file.contentType) ? file.contentType : 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(file.filename)}`)
      .header('content-security-policy', 'sandbox')
    return reply.send(Buffer.from(file.content))
  })

  app.get('/control/faults', async () => ({ smtp: mailbox.smtpDown() ? 'down' : 'up' }))
  app.post('/control/faults', async (request) => {
    mailbox.setSmtpDown(faults.parse(request.body ?? {}).smtp === 'down')
    return { smtp: mailbox.smtpDown() ? 'down' : 'up' }
  })
}
