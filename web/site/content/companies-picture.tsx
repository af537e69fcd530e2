import type { ShownCompany } from '#contract/site/content.ts'
import { Picture } from '#web/lib/picture.tsx'

/** The companies' logos on one board, centred, at most 620 px high. */
export function CompaniesPicture({ companies }: { companies: ShownCompany[] }) {
  return (
    <ul className="mx-auto mt-6 grid max-h-[620px] max-w-4xl grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface max-sm:p-2 sm:mt-10 sm:grid-cols-5">
      {companies.map((company) => (
        <li
          key={company.id}
          className="flex items-center gap-2.5 p-2 text-left max-sm:nth-[n+7]:hidden sm:flex-col sm:gap-3 sm:px-3 sm:py-7 sm:text-center"
        >
          <Picture
            path={`media/art/company/${company.id}.svg`}
            alt=""
            width={56}
            height={56}
            className="size-9 shrink-0 rounded-md sm:size-14"
          />
          <span className="min-w-0 text-xs leading-tight wrap-anywhere font-semibold sm:text-sm">{company.name}</span>
          <span className="text-xs text-muted max-sm:sr-only">{company.industry}</span>
        </li>
      ))}
    </ul>
  )
}
