import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { badRequest } from './errors.ts'
import { openOrder, payAtCheckout } from './pay-at-checkout.ts'
import type { Sandbox } from './sandbox.ts'
import type { Preferences } from '#dev/razorpay/sheet/messages.ts'
import { testCards } from './test-cards.ts'

const scripts = [
  'checkout.ts',
  'sheet.ts',
  'card-form.ts',
  'choose-method.ts',
  'close-sheet.ts',
  'colours.ts',
  'count-down.ts',
  'fill-sheet.ts',
  'find-element.ts',
  'format-money.ts',
  'read-options.ts',
  'send-payment.ts',
  'show-message.ts',
  'upi-form.ts',
] as const
const query = z.object({ key: z.string(), order_id: z.string() })

/** Returns a browser script compiled from TypeScript by Vite. */
async function script(name: (typeof scripts)[number]): Promise<string> {
  const { transformWithOxc } = await import('vite')
  const file = fileURLToPath(new URL(`./sheet/${name}`, import.meta.url))
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { target: 'es2022' })
  return code
}

function asset(name: string): Promise<string> {
  return readFile(new URL(`./sheet/${name}`, import.meta.url), 'utf8')
}

function originOf(text: string | undefined): string {
  const url = text === undefined ? null : URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw badRequest('origin must be the address of the page', 'origin')
  return url.origin
}

/** Mounts the browser's routes: checkout.js, the sheet's document and its calls. */
export function mountCheckout(app: FastifyInstance, sandbox: Sandbox, wake: () => void): void {
  const cache = new Map<string, Promise<string>>()
  const cached = (name: string, make: () => Promise<string>) => {
    const text = cache.get(name) ?? make()
    cache.set(name, text)
    return text
  }
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    })
  })
  for (const name of scripts) {
    const path = name === 'checkout.ts' ? '/v1/checkout.js' : `/v1/checkout/${name}`
    app.get(path, async (_request, reply) => {
      void reply.type('text/javascript; charset=utf-8')
      return cached(name, () => script(name))
    })
  }
  app.get('/v1/checkout/sheet.css', async (_request, reply) => {
    void reply.type('text/css; charset=utf-8')
    return cached('sheet.css', () => asset('sheet.css'))
  })
  // Only the page that opened the sheet may frame it.
  app.get('/v1/checkout/sheet', async (request, reply) => {
    const { origin } = z.object({ origin: z.string().optional() }).parse(request.query)
    void reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src http: https: data:; base-uri 'none'; form-action 'none'; frame-ancestors ${originOf(origin)}`,
      )
    return cached('sheet.html', () => asset('sheet.html'))
  })
  app.get('/v1/checkout/preferences', async (request): Promise<Preferences> => {
    const wanted = query.safeParse(request.query)
    if (!wanted.success) throw badRequest('key and order_id are required')
    const { wire } = openOrder(sandbox, wanted.data.key, wanted.data.order_id)
    return {
      order: { id: wire.id, amount: wire.amount, currency: wire.currency, status: wire.status },
      now: sandbox.clock.seconds(),
      test_cards: testCards.map((card) => ({
        number: card.number,
        network: card.network,
        reason: card.failure?.reason ?? null,
      })),
    }
  })
  app.post('/v1/checkout/payments', async (request) => {
    const answer = payAtCheckout(sandbox, request.body)
    wake()
    return answer
  })
}
