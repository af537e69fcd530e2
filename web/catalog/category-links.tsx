import { Link } from 'react-router'

interface Props {
  /** The page they narrow; its address without a category shows all. */
  path: string
  label: string
  /** As they are written, in the order in which they stand; twice counts once. */
  categories: string[]
  /** In lower case, or `all`. */
  chosen: string
  className?: string
}

/** Links, since a category changes the address: they work without JavaScript, and back returns. */
export function CategoryLinks({ path, label, categories, chosen, className = '' }: Props) {
  const names = new Map([['all', 'All'], ...categories.map((category) => [category.toLowerCase(), category] as const)])
  return (
    <nav aria-label={label} data-keeps-focus="" className={`flex flex-wrap gap-2 ${className}`}>
      {[...names].map(([category, name]) => (
        <Link
          key={category}
          to={category === 'all' ? path : `${path}?category=${encodeURIComponent(category)}`}
          preventScrollReset
          aria-current={category === chosen ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-edge px-5 text-sm font-semibold transition-colors duration-150 hover:border-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
