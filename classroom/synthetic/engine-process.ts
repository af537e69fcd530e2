import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { engineEvent, type EngineEvent, engineState, type EngineState } from '#contract/classes/classroom-engine.ts'

const secret = 'the engine of a test, thirty-two characters'

export interface EngineProcess {
  pid: number
  events: EngineEvent[]
  call(method: string, path: string, body?: string, authorization?: string): Promise<Response>
  state(): Promise<EngineState>
  kill(): void
  stop(): Promise<void>
}

interface Addresses {
  /** Undefined for every address of the machine. */
  bind?: string | undefined
  public?: readonly string[]
}

/** Starts a media engine, on loopback by default. */
export async function startEngine(maxViewers = 150, addresses: Addresses = { bind: '127.0.0.1' }): Promise<EngineProcess> {
  const events: EngineEvent[] = []
  const child = fork(fileURLToPath(new URL('../main.ts', import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      ENGINE_SECRET: secret,
      ENGINE_UDP_PORT: '0',
      ...(addresses.bind !== undefined && { ENGINE_BIND_ADDRESS: addresses.bind }),
      ...(addresses.public && { ENGINE_PUBLIC_ADDRESSES: addresses.public.join(',') }),
      ENGINE_MAX_VIEWERS: String(maxViewers),
    },
    execArgv: [],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message) => {
      const event = engineEvent.parse(message)
      events.push(event)
      if (event.type === 'listening') resolve(event.control_port)
    })
    child.once('exit', () => reject(new Error('the engine ended before it listened')))
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const call = (method: string, path: string, body?: string, authorization = `Bearer ${secret}`) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization }, ...(body !== undefined && { body }) })
  return {
    pid: child.pid ?? 0,
    events,
    call,
    state: async () => engineState.parse(await (await call('GET', '/state')).json()),
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
