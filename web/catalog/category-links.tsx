import { Link } from 'react-router'

interface Props {
  /** The path of the filtered page; without a category it lists everything. */
  path: string
  label: string
  /** Display names in display order; duplicates are removed. */
  categories: string[]
  /** Lower-case category, or `all`. */
  chosen: string
  className?: string
}

/** Category links. They work without JavaScript and with the back button. */
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
          className="inline-flex min-h-11 items-center rounded-full border border-edge px-5 text-sm font-semibold wrap-anywhere transition-colors duration-150 hover:border-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
