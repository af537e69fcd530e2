import type { Company } from '#contract/content.ts'
import { Picture } from '../lib/picture.tsx'

/** The companies' logos on one board, centred, at most 620 px high. */
export function CompaniesPicture({ companies }: { companies: Company[] }) {
  return (
    <ul className="mx-auto mt-10 grid max-h-[620px] max-w-4xl grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-5">
      {companies.map((company) => (
        <li key={company.id} className="flex flex-col items-center gap-2 px-3 py-3.5 sm:gap-3 sm:py-7">
          <Picture
            path={`media/art/company/${company.id}.svg`}
            alt=""
            width={56}
            height={56}
            className="size-10 rounded-md sm:size-14"
          />
          <span className="text-sm font-semibold">{company.name}</span>
          <span className="text-xs text-muted max-sm:sr-only">{company.industry}</span>
        </li>
      ))}
    </ul>
  )
}
