import { useNavigation } from 'react-router'
import { pathTo, plainPath } from '#contract/pages.ts'
import { type BatchChoice, readChoice } from './batch-choice.ts'

/** The choice whose list is on its way, else the shown one: a press soon after another adds to it instead of taking it back. */
export function useAskedChoice(shown: BatchChoice): BatchChoice {
  const { location } = useNavigation()
  return location && plainPath(location.pathname) === pathTo('new-batches')
    ? readChoice(new URLSearchParams(location.search))
    : shown
}
