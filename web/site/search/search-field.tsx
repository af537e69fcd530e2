import { Search } from 'lucide-react'
import { Form } from 'react-router'
import { searchLength } from '#contract/rules.ts'
import { Button } from '#ui/button.tsx'

/** A search form that works without JavaScript. */
export function SearchField({ words }: { words: string }) {
  return (
    <Form action="/search" role="search" aria-label="Courses, services and articles" className="flex max-w-2xl gap-3">
      <div className="relative min-w-0 flex-1">
        <Search aria-hidden="true" className="absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted" />
        <input
          key={words}
          type="search"
          name="q"
          defaultValue={words}
          required
          maxLength={searchLength}
          enterKeyHint="search"
          autoComplete="off"
          aria-label="Search"
          placeholder="Courses, services and articles"
          className="min-h-13 w-full rounded-md border border-edge bg-surface pr-4 pl-12 text-base"
        />
      </div>
      <Button variant="primary" type="submit" size="lg">
        Search
      </Button>
    </Form>
  )
}
