import { type RefObject, useRef } from 'react'
import type { Role } from '#contract/permissions.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { useStored } from '#console/kit/resource/stored.ts'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const none: readonly string[] = []

/** Groups that a role seldom needs. Those that no role of a person needs are folded until somebody opens them. */
const seldom: Readonly<Record<Role, readonly string[]>> = {
  owner: ['Pages'],
  content: ['People', 'School'],
  support: ['Catalogue', 'Pages', 'School'],
  finance: ['Catalogue', 'People', 'Pages'],
  instructor: [],
}

export interface Pins {
  has(path: string): boolean
  toggle(path: string): void
  /** The link that was pinned or unpinned last. */
  moved: RefObject<string | null>
}

/** Links that a person keeps on top, in this browser. */
export function usePins(): Pins {
  const [paths, store] = useStored('pins', none, isTexts)
  const moved = useRef<string | null>(null)
  return {
    has: (path) => paths.includes(path),
    toggle: (path) => {
      moved.current = path
      store(toggled(paths, path))
    },
    moved,
  }
}

/** Which groups of links a person has folded, in this browser. */
export function useFolds() {
  const { staff } = useAccess()
  const [first, ...others] = staff.roles.map((role) => seldom[role])
  const unneeded = first?.filter((title) => others.every((groups) => groups.includes(title))) ?? none
  const [titles, store] = useStored(`folds:${staff.roles.join()}`, unneeded, isTexts)
  return {
    of: (title: string) => ({ isFolded: titles.includes(title), toggle: () => store(toggled(titles, title)) }),
  }
}

const toggled = (all: readonly string[], one: string): string[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]
