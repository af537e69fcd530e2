import { markPath, smallPicture, wordmarkOf } from '#contract/site/brand.ts'
import type { SchoolSettings } from '#contract/site/content.ts'
import { useRootData } from '#web/lib/root-data.ts'

/** The school's logo, else its mark and its name. @param size of the mark in pixels */
export function Brand({ site, size = 32 }: { site: SchoolSettings | undefined; size?: 28 | 32 }) {
  const base = useRootData()?.imageBaseUrl ?? ''
  if (!site) return <Mark source="/favicon.svg" size={size} />
  const { logo, logo_dark: dark, brand } = site
  if (logo === null) {
    return (
      <>
        <Mark source={markPath(site)} size={size} />
        {wordmarkOf(site)}
      </>
    )
  }
  const source = (path: string) => `${base}/${smallPicture(path)}`
  // The box has one size for every logo, so that nothing moves when the picture arrives.
  const box = `w-44 max-w-[45vw] object-contain object-left ${size === 32 ? 'h-10' : 'h-8'}`
  return (
    <picture>
      {dark ? <source media="(prefers-color-scheme: dark)" srcSet={source(dark)} /> : null}
      <img
        src={source(logo)}
        alt={brand}
        width="176"
        height={size + 8}
        // A logo for the light theme stands on white in the dark one.
        className={dark ? box : `${box} rounded-sm dark:bg-[#ffffff] dark:p-1`}
      />
    </picture>
  )
}

function Mark({ source, size }: { source: string; size: 28 | 32 }) {
  return <img src={source} alt="" width={size} height={size} className={size === 32 ? 'size-8' : 'size-7'} />
}
