import { Text as LibraryText, type TextProps } from '@react-pdf/renderer'
import { Children, type ReactNode } from 'react'
import { type Run, runsOf } from '#server/platform/fonts/fonts.ts'
import { fontFamily } from './fonts.ts'

/** A text whose letters have the fonts that `runsOf` chooses. The library chooses for each letter alone, and parts marks from letters. */
export function Text({ children, ...props }: TextProps & { children?: ReactNode }) {
  return (
    <LibraryText {...props}>
      {Children.map(children, (child) => (typeof child === 'string' ? <Runs text={child} /> : child))}
    </LibraryText>
  )
}

function Runs({ text }: { text: string }) {
  const runs = runsOf(text, 400)
  const isOfSite = ({ family }: Run) => family === undefined || fontFamily.includes(family)
  if (runs.every(isOfSite)) return text
  return runs.map((run, index) => {
    if (isOfSite(run) && run.text.trim()) return run.text
    // Letters that are joined stay joined only without space between them.
    const style = { letterSpacing: 0, ...(isOfSite(run) ? {} : { fontFamily: run.family }) }
    return (
      // oxlint-disable-next-line react/no-array-index-key
      <LibraryText key={index} style={style}>
        {run.text}
      </LibraryText>
    )
  })
}
