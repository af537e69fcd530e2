import { createContext } from 'react'
import { brandColours, type colour } from '#server/platform/settings/brand-colours.ts'

/** The colours of the mail that is rendered, in the light theme. */
export const MailColours = createContext(brandColours(null).light)

export const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
// The inner cell of the body has no class, so its selector uses the path.
const rules = (c: typeof colour) => `
.paper,.paper>table>tbody>tr>td{background-color:${c.paper}!important}
.sheet{background-color:${c.sheet}!important;border-color:${c.line}!important}
.ink{color:${c.ink}!important}
.muted{color:${c.muted}!important}
.line{border-color:${c.line}!important}
.pale{background-color:${c.soft}!important;color:${c.ink}!important}
.beam{border-color:${c.beam}!important}
.button{background-color:${c.accent}!important;color:${c.onAccent}!important}
.link,.step{color:${c.accent}!important}`

/** The style sheet in the head: dark colours, and smaller margins on a phone. */
export const stylesOf = (dark: typeof colour): string => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${rules(dark)}
}
@media (max-width:480px){.sheet-in{padding:28px 20px!important}.fact-label,.fact-value{display:block!important;width:auto!important}.fact-label{border-bottom:0!important;padding-bottom:0!important}.fact-value{padding-top:2px!important}.code{font-size:32px!important}}`
