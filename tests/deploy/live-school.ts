import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { testKey } from '#tests/school/create-test-app.ts'

/** Of a school in production, without what a test makes. */
export const settings = {
  MAIL_FROM: 'School <hello@school.example>',
  PUBLIC_URL: 'https://school.example',
  AUTH_SECRET: 'GkI0oTWQYtX4nG0v9mVn8S2ZrEoJb1pY5uQdLxHcKfA',
  RAZORPAY_KEY_ID: 'rzp_live_of_the_image',
  RAZORPAY_KEY_SECRET: testKey.secret,
  RAZORPAY_WEBHOOK_SECRET: 'b7Xq2Lm9Tz4Vw8Rk',
  RATE_LIMIT_FACTOR: '1000',
}

/** Takes the calls of live keys to the sandbox, and can hold one until it is released. */
export async function openProvider(sandboxUrl: string) {
  const held: { path: RegExp; arrived: () => void; released: Promise<void> }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => void answer(Buffer.concat(parts)))
    const answer = async (body: Buffer<ArrayBuffer>) => {
      const { method = 'GET', url = '/' } = request
      const hold = held.find(({ path }) => path.test(url))
      if (hold) {
        held.splice(held.indexOf(hold), 1)
        hold.arrived()
        await hold.released
      }
      const found = await fetch(`${sandboxUrl}${url}`, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${testKey.id}:${testKey.secret}`).toString('base64')}`,
        },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
      })
      response.writeHead(found.status, { 'content-type': 'application/json' }).end(await found.text())
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Holds the next call to this path. `arrived` resolves when it has come. */
    hold(path: RegExp) {
      const arrived = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held.push({ path, arrived: arrived.resolve, released: released.promise })
      return { arrived: arrived.promise, release: released.resolve }
    },
  }
}

export async function post(url: string, body?: object, token?: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}
