import { useEffect, useState } from 'react'
import { type Found, search } from '#contract/site/search.ts'
import { call } from '#web/lib/api.ts'

/** Milliseconds after the last key press before the request. */
const pause = 120
const shown = 7

export type Suggestions = { state: 'idle' | 'asking' | 'failed'; words: string; found: readonly Found[] }

/** Suggestions for `words`. The previous ones stay until the next answer. */
export function useSuggestions(words: string): Suggestions {
  const [suggestions, setSuggestions] = useState<Suggestions>({ state: 'idle', words: '', found: [] })
  const asked = words.trim()
  useEffect(() => {
    if (asked === '') return setSuggestions({ state: 'idle', words: '', found: [] })
    let current = true
    setSuggestions((before) => ({ ...before, state: 'asking' }))
    const timer = setTimeout(() => {
      call(search, { query: { q: asked } }).then(
        ({ results }) => current && setSuggestions({ state: 'idle', words: asked, found: results.slice(0, shown) }),
        () => current && setSuggestions({ state: 'failed', words: asked, found: [] }),
      )
    }, pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [asked])
  return suggestions
}
