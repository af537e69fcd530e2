import { z } from 'zod'

/** What a teacher or a student sends. A small picture goes along with the camera, for phones and bad lines. */
export const classSource = z.union([
  z.enum(['camera', 'camera-low', 'screen']),
  z.templateLiteral(['voice-', z.string().regex(/^[a-z]+-\d{1,15}$/)]),
])

/** `auto` begins with the large picture and follows the reported loss; `sound` leaves the picture out. */
export const classLayer = z.enum(['auto', 'high', 'low', 'sound'])
export type ClassLayer = z.infer<typeof classLayer>

/** What an engine says of a class that it holds. */
const engineRoom = z.object({
  room: z.string(),
  /** Sources that are on the air. */
  sources: z.array(z.string()),
  /** People who watch at least one source, or publish one. */
  people: z.array(z.string()),
})

export const engineState = z.object({
  rooms: z.array(engineRoom),
  viewers: z.int(),
  packets_received: z.int(),
  packets_sent: z.int(),
})
export type EngineState = z.infer<typeof engineState>

/** What an engine tells its supervisor, a line of JSON each. */
export const engineEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening'), control_port: z.int(), udp_port: z.int() }),
  z.object({ type: z.literal('source'), room: z.string(), source: z.string(), live: z.boolean() }),
  z.object({ type: z.literal('fault'), message: z.string() }),
])
export type EngineEvent = z.infer<typeof engineEvent>
