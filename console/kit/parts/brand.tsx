import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markPath, smallPicture, themeStyle, wordmarkOf } from '#contract/site/brand.ts'
import { readSiteSettings } from '#contract/site/content.ts'
import { call } from '#console/kit/api/client.ts'

/** The brand of the school. A save of the settings replaces it, because the public answer may be a moment old. */
export const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: () => call(readSiteSettings),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The logo of the school, else its mark and name. They appear when they are read. */
export function Brand({ className = '', markClass }: { className?: string; markClass?: string }) {
  const { data, isError } = useQuery(brandQuery)
  useTheme(data?.accent ?? null)
  const frame = `flex min-w-0 items-center gap-2 font-bold tracking-tight ${className}`
  if (data?.logo) {
    const { logo, logo_dark: dark, brand } = data
    const box = 'h-8 w-36 object-contain object-left'
    return (
      <span className={frame}>
        <picture>
          {dark ? <source media="(prefers-color-scheme: dark)" srcSet={`/${smallPicture(dark)}`} /> : null}
          <img
            src={`/${smallPicture(logo)}`}
            alt={brand}
            className={dark ? box : `${box} rounded-sm dark:bg-[#ffffff] dark:p-1`}
          />
        </picture>
      </span>
    )
  }
  return (
    <span className={frame}>
      <img src={data ? markPath(data) : '/favicon.svg'} alt="" className={`shrink-0 ${markClass ?? 'size-6'}`} />
      <span className="truncate">{isError ? 'Console' : data ? wordmarkOf(data) : null}</span>
    </span>
  )
}

let sheet: CSSStyleSheet | undefined

/** Puts the school's colour in place of the product's. The policy of the page allows no style element. */
function useTheme(accent: string | null): void {
  useEffect(() => {
    if (!sheet) {
      if (accent === null) return
      sheet = new CSSStyleSheet()
      document.adoptedStyleSheets.push(sheet)
    }
    sheet.replaceSync(themeStyle(accent))
  }, [accent])
}
