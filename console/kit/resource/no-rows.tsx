import { Empty } from '#console/kit/parts/states.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { currentView, filtersOf, type ListState } from './list-state.ts'
import type { Screen } from './screen.ts'

interface Props {
  screen: Screen
  state: ListState
  mayMake: boolean
  onShowAll: (() => void) | undefined
}

/** Why a list is empty, and what to do about it. */
export function NoRows({ screen, state, mayMake, onShowAll }: Props) {
  if (onShowAll) {
    const view = currentView(screen, state)
    const isViewAlone =
      view && Object.keys(state.query).every((name) => name === 'sort' || filtersOf(view).some(([own]) => own === name))
    if (isViewAlone) return <Empty text={view.empty ?? `No ${screen.one} is in “${view.name}”.`} />
    return (
      <Empty text={state.query['q'] ? 'Nothing matches this search.' : `No ${screen.one} has these filters.`}>
        <Button onClick={onShowAll}>Show all</Button>
      </Empty>
    )
  }
  return (
    <Empty title={screen.emptyTitle} text={screen.empty}>
      {screen.EmptyAct ? <screen.EmptyAct /> : null}
      {!mayMake ? null : screen.Make ? (
        <screen.Make />
      ) : (
        <ButtonLink to={`${screen.path}/new`} variant="primary">
          {screen.making.title}
        </ButtonLink>
      )}
    </Empty>
  )
}
