import type {
  ChatMessage,
  ClassEvent,
  ClassPerson,
  ClassPoll,
  ClassQuestion,
  PollResult,
  PreparedPoll,
} from '#contract/classes/live-messages.ts'

/** What a window knows of a live class. */
export interface LiveState {
  person: ClassPerson | undefined
  people: readonly ClassPerson[]
  /** Ids of people, the first hand first. */
  hands: readonly string[]
  /** Ids of people who have the microphone. */
  voices: readonly string[]
  /** Who may show their screen instead of the teacher. */
  screen: string | null
  mutedPeople: readonly string[]
  isMuted: boolean
  messages: readonly ChatMessage[]
  questions: readonly ClassQuestion[]
  poll: ClassPoll | undefined
  /** How many have answered the open poll. Teachers see it. */
  answers: number
  result: PollResult | undefined
  /** Polls that wait to be asked. Teachers see them. */
  prepared: readonly PreparedPoll[]
  /** Planned with the class. */
  plannedTopics: readonly string[]
  topic: { title: string; number: number; at: string } | undefined
  sources: readonly string[]
  lost: number
  notice: { code: string; message: string } | undefined
  /** Whether everything from before this connection has come. Only what is new is said aloud. */
  isCaughtUp: boolean
  /** What a screen reader says, and how many times something was said. */
  spoken: { text: string; count: number }
}

export const emptyState: LiveState = {
  person: undefined,
  people: [],
  hands: [],
  voices: [],
  screen: null,
  mutedPeople: [],
  isMuted: false,
  messages: [],
  questions: [],
  poll: undefined,
  answers: 0,
  result: undefined,
  prepared: [],
  plannedTopics: [],
  topic: undefined,
  sources: [],
  lost: 0,
  notice: undefined,
  isCaughtUp: false,
  spoken: { text: '', count: 0 },
}

/** Messages that a window keeps. The rest is read beside the recording. */
const mostMessages = 500

/** What a window knows after an event, and what it says aloud. An event that came before changes nothing. */
export function afterEvent(state: LiveState, event: ClassEvent): LiveState {
  const next = follow(state, event)
  const text = next.isCaughtUp ? spokenOf(state, next, event) : undefined
  return text === undefined ? next : { ...next, spoken: { text, count: state.spoken.count + 1 } }
}

/** What somebody who does not look must hear. Messages of the chat are read from their list. */
function spokenOf(before: LiveState, { person, hands }: LiveState, event: ClassEvent): string | undefined {
  const isHost = person?.role === 'host'
  switch (event.type) {
    case 'hand':
      if (!isHost || !event.up) return undefined
      return `${event.person.name} raised a hand. ${hands.length === 1 ? '1 hand is' : `${hands.length} hands are`} up.`
    case 'poll':
      return isHost ? undefined : `The teacher asks: ${event.question || 'choose one'}. ${event.options.join(', ')}.`
    case 'poll_result':
      return 'The poll is closed. Its result is shown.'
    case 'voice':
      if (event.person.id !== person?.id) return undefined
      return event.allowed ? 'You have the microphone.' : 'You no longer have the microphone.'
    case 'screen':
      if (!isHost && event.person && event.person.id === person?.id) return 'You may share your screen now.'
      return before.screen !== null && before.screen === person?.id ? 'Your screen is no longer shown.' : undefined
    case 'question':
      return isHost && !before.questions.some(({ question }) => question === event.question)
        ? `${event.person.name} asks: ${event.text}`
        : undefined
    case 'topic':
      return `Now: ${event.title}`
    default:
      return undefined
  }
}

function follow(state: LiveState, event: ClassEvent): LiveState {
  switch (event.type) {
    case 'hello': {
      const { person, people, hands, voices, screen, muted: isMuted, topics: plannedTopics, sources } = event
      return { ...state, person, people, hands, voices, screen, isMuted, plannedTopics, sources, prepared: [], isCaughtUp: false }
    }
    case 'resumed':
      return { ...state, isCaughtUp: true }
    case 'screen':
      return { ...state, screen: event.person?.id ?? null }
    case 'prepared_poll':
      return { ...state, prepared: [...state.prepared.filter(({ prepared }) => prepared !== event.prepared), event] }
    case 'prepared_poll_gone':
      return { ...state, prepared: state.prepared.filter(({ prepared }) => prepared !== event.prepared) }
    case 'chat':
      if (state.messages.some(({ message }) => message === event.message)) return state
      return { ...state, messages: [...state.messages, event].slice(-mostMessages) }
    case 'chat_removed':
      return { ...state, messages: state.messages.filter(({ message }) => message !== event.message) }
    case 'question':
      return { ...state, questions: newest(state.questions, event) }
    case 'poll':
      return { ...state, poll: event, answers: 0, result: undefined }
    case 'poll_result':
      return { ...state, poll: state.poll?.poll === event.poll ? undefined : state.poll, result: event }
    case 'answers':
      return state.poll?.poll === event.poll ? { ...state, answers: event.people } : state
    case 'topic':
      return { ...state, topic: event }
    case 'stage':
      return { ...state, sources: event.sources }
    case 'lost':
      return { ...state, lost: event.count }
    case 'presence':
      return { ...state, people: present(state.people, event) }
    case 'hand':
      return { ...state, hands: toggled(state.hands, event.person.id, event.up) }
    case 'voice':
      return { ...state, voices: toggled(state.voices, event.person.id, event.allowed) }
    case 'mute':
      return {
        ...state,
        mutedPeople: toggled(state.mutedPeople, event.person, event.muted),
        isMuted: event.person === state.person?.id ? event.muted : state.isMuted,
      }
    case 'removed':
      return {
        ...state,
        people: state.people.filter(({ id }) => id !== event.person),
        hands: toggled(state.hands, event.person, false),
        screen: state.screen === event.person ? null : state.screen,
      }
    case 'notice':
      // The pictures say it themselves.
      if (event.code === 'engine_gone') return { ...state, sources: [] }
      return { ...state, notice: event }
    default:
      return state
  }
}

function newest(questions: readonly ClassQuestion[], event: ClassQuestion): ClassQuestion[] {
  const known = questions.find(({ question }) => question === event.question)
  if (known && known.id > event.id) return [...questions]
  return known ? questions.map((one) => (one === known ? event : one)) : [...questions, event]
}

function present(people: readonly ClassPerson[], { person, here }: { person: ClassPerson; here: boolean }): ClassPerson[] {
  const others = people.filter(({ id }) => id !== person.id)
  return here ? [...others, person] : others
}

function toggled(ids: readonly string[], id: string, on: boolean): string[] {
  const others = ids.filter((other) => other !== id)
  return on ? (ids.includes(id) ? [...ids] : [...others, id]) : others
}

/** Questions as a class reads them: the open ones by votes, then those that are answered. */
export function sortedQuestions(questions: readonly ClassQuestion[]): ClassQuestion[] {
  const shown = questions.filter(({ state }) => state !== 'dismissed')
  return shown.toSorted(
    (one, other) =>
      Number(one.state === 'answered') - Number(other.state === 'answered') ||
      other.votes - one.votes ||
      one.question - other.question,
  )
}
