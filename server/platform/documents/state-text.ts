import type { PrintedState } from './printed.ts'

/** `Maharashtra (27)`. */
export const stateText = ({ name, code }: PrintedState) => `${name} (${code})`
