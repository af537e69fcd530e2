import { createContext } from 'react-router'
import type { Call } from '#contract/client.ts'
import type { PageSettings } from '#contract/page-rendering.ts'

/** The loaders' context: the contract's client and the page settings. */
export const serverContext = createContext<{ call: Call; settings: PageSettings }>()
