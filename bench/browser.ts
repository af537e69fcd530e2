import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { provideChromium } from '#scripts/chromium.ts'

/** Milliseconds: until a page has loaded, for which the pointer rests on a link, and until the next page is painted. */
const pauses = { load: 1500, rest: 500, paint: 1000 }

export interface Browser {
  /** Port of the DevTools protocol. */
  port: number
  /** Stores items in the local storage of the site. */
  store(url: string, items: Record<string, string>): Promise<void>
  /** Presses the link to `to` on the page `from`. Returns the milliseconds from the press to the first paint of the next page. */
  timeNavigation(url: string, from: string, to: string): Promise<number>
  close(): Promise<void>
}

interface Message {
  id?: number
  method?: string
  params?: { sessionId: string; targetInfo: { targetId: string; url: string } }
  result?: Record<string, unknown> & { result?: { value?: unknown } }
  error?: { message: string }
}

/** Starts Chromium. Pages are attached through their tab, because a client of single pages keeps them from being rendered ahead. */
export async function openBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-browser-'))
  const child = spawn(
    provideChromium(console.error),
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let address: string | undefined
  for await (const line of createInterface(child.stderr)) {
    address = /ws:\/\/\S+/.exec(line)?.[0]
    if (address) break
  }
  if (!address) throw new Error('Chromium did not start')
  child.stderr.resume()
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (message: Message) => void>()
  const attached: NonNullable<Message['params']>[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (message.method === 'Target.attachedToTarget' && message.params) attached.push(message.params)
  })
  let calls = 0
  const send = async (method: string, params: object = {}, sessionId?: string) => {
    calls += 1
    const { promise, resolve } = Promise.withResolvers<Message>()
    waiting.set(calls, resolve)
    socket.send(JSON.stringify({ id: calls, method, params, sessionId }))
    const { result = {}, error } = await promise
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const evaluate = async <Value>(page: string, expression: string) =>
    (await send('Runtime.evaluate', { expression, returnByValue: true }, page)).result?.value as Value

  async function openPage(url: string): Promise<{ tab: string; page: string }> {
    const { targetId: tab } = await send('Target.createTarget', { url: 'about:blank', forTab: true })
    const { sessionId } = await send('Target.attachToTarget', { targetId: tab, flatten: true })
    const before = attached.length
    const filter = [{ type: 'page' }]
    await send(
      'Target.setAutoAttach',
      { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter },
      String(sessionId),
    )
    while (attached.length === before) await wait(10)
    const page = attached.at(-1)?.sessionId ?? ''
    await send('Emulation.setDeviceMetricsOverride', { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }, page)
    await send('Page.navigate', { url }, page)
    await wait(pauses.load)
    return { tab: String(tab), page }
  }

  return {
    port: Number(new URL(address).port),
    async store(url, items) {
      const { tab, page } = await openPage(`${url}/favicon.svg`)
      await evaluate(page, `Object.assign(localStorage, ${JSON.stringify(items)})`)
      await send('Target.closeTarget', { targetId: tab })
    },
    async timeNavigation(url, from, to) {
      const { tab, page } = await openPage(url + from)
      const place = `(() => {
        const link = [...document.querySelectorAll('a[href="${to}"]')].find((one) => one.getClientRects().length && !one.closest('header'))
        link.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = link.getClientRects()[0]
        return [x + width / 2, y + height / 2]
      })()`
      await evaluate(page, place)
      // The smooth scrolling ends first.
      await wait(pauses.rest)
      const [x = 0, y = 0] = await evaluate<number[]>(page, place)
      const mouse = (type: string) => send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, page)
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 }, page)
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }, page)
      await wait(pauses.rest)
      const pressedAt = Date.now()
      // A page that is shown from ahead ends the session of the one before, and with it the answer.
      void mouse('mousePressed').catch(() => undefined)
      void mouse('mouseReleased').catch(() => undefined)
      await wait(pauses.paint)
      const { targetInfos } = await send('Target.getTargets')
      const shown = (targetInfos as { type: string; url: string; targetId: string }[]).find(
        (one) => one.type === 'page' && one.url === url + to,
      )
      const session = attached.findLast(({ targetInfo }) => targetInfo.targetId === shown?.targetId)
      if (!session) throw new Error(`${to} was not shown`)
      const paintedAt = await evaluate<number>(
        session.sessionId,
        `performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0].startTime`,
      )
      await send('Target.closeTarget', { targetId: tab })
      return Math.max(0, paintedAt - pressedAt)
    },
    async close() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
