/** A class as a classroom provider needs it. */
export interface ClassroomSession {
  id: number
  title: string
  startsAt: Date
  endsAt: Date
  instructor: string
  /** The link that staff gave to the class, else to its batch. */
  link: string | null
  /** What the provider called the class, once it knows it. */
  meeting: Meeting | undefined
}

interface Meeting {
  externalId: string
  facts: Record<string, unknown>
}

/** A person who joins. `host` may start and end the class. */
export interface ClassroomPerson {
  id: string
  name: string
  role: 'host' | 'participant'
}

/** An interval for which a provider saw somebody. */
interface Participant {
  /** How the provider names the person. */
  providerId: string
  /** The id that `joinUrl` handed over; undefined when the provider does not keep it. */
  personId: string | undefined
  beganAt: Date
  endedAt: Date | null
}

interface ProviderRecording {
  externalId: string
  url: string
  startsAt: Date
  durationSeconds: number
}

/** What a provider reports of a class by its webhook. */
type ClassroomEvent =
  | { kind: 'joined' | 'left'; externalId: string; providerId: string; personId: string | undefined; at: Date }
  | { kind: 'recording'; externalId: string; recording: ProviderRecording }

/**
 * A place where classes are held. Every method may be called again for the same class, also after a crash: it must not make a
 * second meeting. They throw when the provider fails, and the caller tries again.
 */
export interface Classroom {
  /** Makes the meeting of a class. Null when the provider keeps nothing. */
  ensure(session: ClassroomSession): Promise<Meeting | null>
  /** Brings the meeting in line with the class. */
  move(session: ClassroomSession, meeting: Meeting): Promise<void>
  cancel(meeting: Meeting): Promise<void>
  /** The address that one person opens; null when the class has none yet. */
  joinUrl(session: ClassroomSession, person: ClassroomPerson): Promise<string | null>
  participants(session: ClassroomSession): Promise<Participant[]>
  recordings(session: ClassroomSession): Promise<ProviderRecording[]>
  /** The events of a webhook whose signature is right; null for any other. @param body as received */
  verify(webhook: { headers: Readonly<Record<string, string | undefined>>; body: Buffer }): Promise<ClassroomEvent[] | null>
}
