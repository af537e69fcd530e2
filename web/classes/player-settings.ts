import { createStore } from '#ui/store.ts'

export const captionSizes = ['small', 'normal', 'large'] as const
export const captionPlaces = ['bottom', 'top'] as const

export interface PlayerSettings {
  /** 1 is the speed of the recording. */
  rate: number
  captionSize: (typeof captionSizes)[number]
  captionPlace: (typeof captionPlaces)[number]
  /** Whether the player has the whole width of a large screen. */
  isWide: boolean
}

const storageKey = 'player'
const defaults: PlayerSettings = { rate: 1, captionSize: 'normal', captionPlace: 'bottom', isWide: false }

const settings = createStore(readSession())

/** How recordings are played. */
export const readPlayerSettings = settings.read
export const usePlayerSettings = settings.useValue

export function changePlayerSettings(changed: Partial<PlayerSettings>): void {
  settings.set({ ...settings.read(), ...changed })
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(settings.read()))
  } catch {
    // A browser without storage keeps them until the page is left.
  }
}

/** Those of this tab: local storage is for the session of sign-in alone. */
function readSession(): PlayerSettings {
  try {
    return readStored(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return defaults
  }
}

/** @param stored anything: another version or a person may have written it */
export function readStored(stored: unknown): PlayerSettings {
  const given: Partial<Record<keyof PlayerSettings, unknown>> = typeof stored === 'object' && stored !== null ? stored : {}
  const oneOf = <T extends string>(values: readonly T[], value: unknown, otherwise: T) =>
    values.find((one) => one === value) ?? otherwise
  return {
    rate: typeof given.rate === 'number' && given.rate >= 0.25 && given.rate <= 4 ? given.rate : defaults.rate,
    captionSize: oneOf(captionSizes, given.captionSize, defaults.captionSize),
    captionPlace: oneOf(captionPlaces, given.captionPlace, defaults.captionPlace),
    isWide: given.isWide === true,
  }
}
