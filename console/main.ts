// Compiled schemas would violate the content security policy. zod reads this when the contract is loaded, so it is set
// before anything is imported.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

void import('./start.tsx')

// In development a changed screen is loaded alone, and the console starts again around it.
import.meta.hot?.accept('./start.tsx', () => undefined)
