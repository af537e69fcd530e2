import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { ArrowRight, Search, X } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { searchLength } from '#contract/rules.ts'
import { formatDay, formatRupees } from '#ui/format.ts'
import { foundPath, kindNames, searchPath } from './found-path.ts'
import { type Suggestions, useSuggestions } from './use-suggestions.ts'

interface Props {
  /** What is typed, also before the dialog was there. */
  words: string
  onWords: (words: string) => void
  onClose: () => void
}

/** The search dialog: suggestions while typing, keyboard selection, and a link to all results. */
export default function SearchDialog({ words, onWords, onClose }: Props) {
  const navigate = useNavigate()
  const suggestions = useSuggestions(words)
  const all = words.trim() ? searchPath(words.trim()) : undefined
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-[rgb(10_14_17/0.55)]" />
        <Dialog.Popup className="fixed inset-x-0 top-0 z-50 flex max-h-dvh flex-col bg-surface shadow-lift sm:top-[12vh] sm:right-auto sm:left-1/2 sm:max-h-[76vh] sm:w-[min(42rem,92vw)] sm:-translate-x-1/2 sm:rounded-lg">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Autocomplete.Root
            inline
            open
            mode="none"
            items={suggestions.found}
            value={words}
            onValueChange={onWords}
            itemToStringValue={({ title }) => title}
          >
            <form
              role="search"
              className="flex items-center gap-1 border-b border-line pr-2 pl-5"
              onSubmit={(event) => {
                event.preventDefault()
                if (!all) return
                onClose()
                void navigate(all)
              }}
            >
              <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <Autocomplete.Input
                aria-label="Search courses, services and articles"
                placeholder="Courses, services and articles"
                maxLength={searchLength}
                enterKeyHint="search"
                className="min-h-15 w-full min-w-0 bg-transparent px-3 text-lg focus-visible:outline-none"
              />
              <Dialog.Close
                aria-label="Close search"
                className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </Dialog.Close>
            </form>
            <div className="overflow-y-auto">
              <Autocomplete.Status className="px-5 py-4 text-sm text-muted empty:hidden">
                {statusOf(suggestions, words)}
              </Autocomplete.Status>
              <Autocomplete.List className="px-2 pb-2 empty:hidden">
                {(one: Suggestions['found'][number]) => (
                  <Autocomplete.Item
                    key={`${one.kind} ${one.id}`}
                    value={one}
                    onClick={onClose}
                    render={<Link to={foundPath(one)} />}
                    className="flex min-h-13 items-center justify-between gap-6 rounded-md px-3 py-2 data-highlighted:bg-accent-soft"
                  >
                    <span className="min-w-0">
                      <span className="block truncate font-semibold">{one.title}</span>
                      <span className="block text-xs text-muted">
                        {kindNames[one.kind]}
                        {one.next_start ? ` · next batch ${formatDay(one.next_start)}` : ''}
                      </span>
                    </span>
                    {one.amount === null ? null : (
                      <span className="figures shrink-0 text-sm font-semibold">{formatRupees(one.amount)}</span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </div>
          </Autocomplete.Root>
          {all ? (
            <Link
              to={all}
              onClick={onClose}
              className="flex min-h-13 items-center justify-between gap-4 border-t border-line px-5 text-sm font-semibold text-accent hover:bg-accent-soft sm:rounded-b-lg"
            >
              <span className="truncate">See everything for “{words.trim()}”</span>
              <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
            </Link>
          ) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function statusOf({ state, words, found }: Suggestions, typed: string): string {
  if (typed.trim() === '') return 'Type a skill, a tool, a role or a topic.'
  if (state === 'failed') return 'Suggestions could not be loaded. Press Enter to search.'
  if (words === '') return 'Searching …'
  if (found.length === 0) return `Nothing found for “${words}”.`
  return `${found.length === 1 ? 'One suggestion' : `${found.length} suggestions`}.`
}
