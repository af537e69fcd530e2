import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { EngineEvent } from '#contract/classes/classroom-engine.ts'
import { controlServer } from './control.ts'
import { Engine } from './engine.ts'

// The media engine. The server starts it and watches it; it ends with the server.
const settings = z
  .object({
    ENGINE_SECRET: z.string().min(32),
    ENGINE_UDP_PORT: z.coerce.number().int().min(0).max(65_535),
    ENGINE_BIND_ADDRESS: z.string().optional(),
    ENGINE_PUBLIC_ADDRESSES: z.string().optional(),
    ENGINE_MAX_VIEWERS: z.coerce.number().int().min(1),
  })
  .parse(process.env)

/** Returns the UDP port, any free one for 0. @throws Error when another program has it, which the library would say only later */
async function claimPort(): Promise<number> {
  const socket = createSocket(settings.ENGINE_BIND_ADDRESS?.includes(':') ? 'udp6' : 'udp4')
  socket.bind(settings.ENGINE_UDP_PORT, settings.ENGINE_BIND_ADDRESS)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

const tell = (event: EngineEvent): void => void process.send?.(event)

const udpPort = await claimPort()
const engine = new Engine({
  address: {
    udpPort,
    bindAddress: settings.ENGINE_BIND_ADDRESS,
    publicAddresses: settings.ENGINE_PUBLIC_ADDRESSES?.split(','),
  },
  maxViewers: settings.ENGINE_MAX_VIEWERS,
  tell,
})

const server = controlServer(engine, settings.ENGINE_SECRET)
server.listen(0, '127.0.0.1', () => {
  tell({ type: 'listening', control_port: (server.address() as AddressInfo).port, udp_port: udpPort })
})

// Without its server nobody could tell the engine who may stay.
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))
// The server ends the engine, also when a terminal sends the signal to both.
process.on('SIGINT', () => undefined)
