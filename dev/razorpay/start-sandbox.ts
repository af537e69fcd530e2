import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { startWorker } from './deliver-webhooks.ts'
import { ApiError, badRequest, errorBody } from './errors.ts'
import { loadFaults } from './faults.ts'
import { sandboxClock } from './sandbox-clock.ts'
import { makeId } from './make-id.ts'
import type { Store } from './open-store.ts'
import { openStore } from './open-store.ts'
import { mountCheckout } from './routes-checkout.ts'
import { mountControl } from './routes-control.ts'
import { mountRest } from './routes-rest.ts'
import type { Sandbox } from './sandbox.ts'

/** The key id of a stand-in, which production refuses, begins so. */
export const sandboxPrefix = 'rzp_sandbox_'

export interface SandboxOptions {
  /** 0 selects a free port. */
  port: number
  host?: string
  /** The folder of `razorpay-sandbox.sqlite`. */
  dataDir: string
  /** Must begin with `rzp_sandbox_`. */
  keyId: string
  keySecret: string
  webhookSecret: string
  webhookUrl: string
  /** Milliseconds until a webhook delivery times out; the provider's value is 5000. */
  webhookTimeoutMs?: number
  log?: (line: string) => void
}

/** Starts the payment sandbox. @throws Error that names a port in use */
export async function startSandbox(options: SandboxOptions): Promise<{ url: string; sandbox: Sandbox; close(): Promise<void> }> {
  if (!options.keyId.startsWith(sandboxPrefix)) throw new Error('The key id of the payment sandbox must begin with rzp_sandbox_')
  const host = options.host ?? '127.0.0.1'
  const store = openStore(options.dataDir)
  const sandbox: Sandbox = {
    store,
    clock: sandboxClock(store),
    faults: loadFaults(store),
    keyId: options.keyId,
    keySecret: options.keySecret,
    webhookSecret: options.webhookSecret,
    webhookUrl: options.webhookUrl,
    accountId: accountId(store),
    log: options.log ?? (() => undefined),
  }
  const worker = startWorker(sandbox, options.webhookTimeoutMs ?? 5_000)
  const app = buildApp(sandbox.log)
  await app.register(async (rest) => mountRest(rest, sandbox, worker.wake), { prefix: '/v1' })
  await app.register(async (control) => mountControl(control, sandbox, worker), { prefix: '/control' })
  await app.register(async (checkout) => mountCheckout(checkout, sandbox, worker.wake))
  try {
    await app.listen({ port: options.port, host })
  } catch (error) {
    store.close()
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Port ${options.port} is in use; the payment sandbox needs another one in SANDBOX_PORT`, { cause: error })
    }
    throw error
  }
  worker.wake()
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    sandbox,
    async close() {
      await worker.stop()
      await app.close()
      store.close()
    },
  }
}

function accountId(store: Store): string {
  const id = store.setting('account_id') ?? makeId('acc_')
  store.saveSetting('account_id', id)
  return id
}

/** Builds an app that answers every error with the provider's error object. */
function buildApp(log: (line: string) => void): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      const body: unknown = text === '' ? {} : JSON.parse(String(text))
      done(null, body)
    } catch {
      done(badRequest('The request body is not valid JSON.'))
    }
  })
  app.setNotFoundHandler(async (_request, reply) => {
    void reply.code(400)
    return errorBody({ code: 'BAD_REQUEST_ERROR', description: 'The requested URL was not found on the server.' })
  })
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof ApiError) {
      void reply.code(error.status)
      return errorBody(error.facts)
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    void reply.code(status)
    if (status < 500)
      return errorBody({ code: 'BAD_REQUEST_ERROR', description: error instanceof Error ? error.message : 'Bad request' })
    log(`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return errorBody({
      code: 'SERVER_ERROR',
      description: 'We are facing some trouble completing your request at the moment. Try again shortly.',
    })
  })
  return app
}
