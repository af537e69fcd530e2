import { createContext } from 'react-router'
import type { Call } from '#contract/client.ts'
import type { PageSettings } from '#contract/page-rendering.ts'

/** What loaders get from the server that renders: the contract's client and the settings pages may know. */
export const serverContext = createContext<{ call: Call; settings: PageSettings }>()
