import { useWatch } from 'react-hook-form'
import { contrastOf, grounds, leastContrast, shadesOf, type Shades, smallPicture } from '#contract/site/brand.ts'
import type { SettingsRecord } from '#contract/site/staff/settings.ts'
import { pictureUrl } from '#console/kit/fields/image-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { brandQuery } from '#console/kit/parts/brand.tsx'

type Brand = Pick<SettingsRecord, 'wordmark' | 'accent' | 'mark' | 'logo' | 'logo_dark'>

/** The product's own shades, as in `ui/theme.css`. */
const productShades: Record<'light' | 'dark', Shades> = {
  light: { accent: '#0f5c5c', strong: '#0a4747', soft: '#e3efee', onAccent: '#ffffff' },
  dark: { accent: '#5bb5ac', strong: '#83cbc3', soft: '#17302f', onAccent: '#0b1f1e' },
}
const themes = {
  light: { title: 'Light theme', paper: '#fbfaf7', ink: '#1a1f24', muted: '#59636b', line: '#e4e1d9' },
  dark: { title: 'Dark theme', paper: '#12171b', ink: '#e9e6df', muted: '#a3abb0', line: '#2c353b' },
}

/** A sample of both themes with what is typed, and its contrast in words. */
export function BrandPreview() {
  const { wordmark, accent, mark, logo, logo_dark: logoDark } = useWatch<Brand>()
  const school = useQuery(brandQuery).data?.brand ?? ''
  const typed = accent?.toLowerCase() ?? null
  const isColour = typed === null || /^#[\da-f]{6}$/.test(typed)
  if (!isColour) return <p className="text-muted">A sample appears when the colour is complete.</p>
  const shades = typed === null ? productShades : shadesOf(typed)
  return (
    <div className="grid gap-4 @md/fields:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <Sample
          key={theme}
          theme={theme}
          typed={typed}
          shades={shades[theme]}
          name={wordmark || school}
          mark={mark ?? null}
          logo={(theme === 'dark' ? (logoDark ?? logo) : logo) ?? null}
          onWhite={theme === 'dark' && !logoDark}
        />
      ))}
    </div>
  )
}

interface SampleProps {
  theme: 'light' | 'dark'
  typed: string | null
  shades: Shades
  name: string
  mark: string | null
  logo: string | null
  onWhite: boolean
}

function Sample({ theme, typed, shades, name, mark, logo, onWhite }: SampleProps) {
  const { title, paper, ink, muted, line } = themes[theme]
  const { accent, soft, onAccent } = shades
  const onPages = Math.min(...[...grounds[theme], soft].map((ground) => contrastOf(accent, ground)))
  const figures = `Contrast: ${ratio(contrastOf(onAccent, accent))} on buttons, ${ratio(onPages)} for links.`
  return (
    <figure className="grid content-start gap-2">
      <div
        role="img"
        aria-label={`Sample of the ${title.toLowerCase()}: the head of a page, a button, a link and a chosen line.`}
        className="overflow-hidden rounded-lg border border-line"
        style={{ background: paper, color: ink }}
      >
        <span className="flex min-h-12 items-center gap-2 px-4 font-bold" style={{ borderBottom: `1px solid ${line}` }}>
          {logo ? (
            <img
              src={pictureUrl(smallPicture(logo))}
              alt=""
              className={`h-8 w-32 object-contain object-left ${onWhite ? 'rounded-sm bg-[#ffffff] p-1' : ''}`}
            />
          ) : (
            <>
              {mark ? (
                <img src={pictureUrl(smallPicture(mark))} alt="" className="size-7 rounded-md bg-[#ffffff] object-contain" />
              ) : (
                <span
                  className="grid size-7 place-items-center rounded-md text-[#fbfaf7]"
                  style={{ background: (theme === 'light' ? shades : productMark(typed)).accent }}
                >
                  {name.slice(0, 1).toUpperCase()}
                </span>
              )}
              <span className="truncate">{name}</span>
            </>
          )}
        </span>
        <span className="grid gap-3 p-4">
          <span style={{ color: muted }}>
            Live classes, and{' '}
            <span className="font-semibold underline" style={{ color: accent }}>
              a link
            </span>
          </span>
          <span className="rounded-md px-3 py-1.5 font-semibold" style={{ background: soft, color: accent }}>
            What is chosen
          </span>
          <span className="justify-self-start rounded-md px-4 py-2 font-semibold" style={{ background: accent, color: onAccent }}>
            Enroll Now
          </span>
        </span>
      </div>
      <figcaption className="text-sm text-muted">
        <span className="font-semibold text-ink">{title}.</span> {figures} Text needs {ratio(leastContrast)}.{' '}
        {typed === null
          ? 'This is the colour of the product.'
          : accent === typed
            ? 'The colour is used as it is.'
            : `The colour is made ${theme === 'light' ? 'darker' : 'lighter'}, ${accent}, because ${typed} could not be read well.`}
      </figcaption>
    </figure>
  )
}

/** The drawn mark has the light shade in both themes. */
const productMark = (typed: string | null): Shades => (typed === null ? productShades : shadesOf(typed)).light

const ratio = (contrast: number) => `${(Math.floor(contrast * 10) / 10).toFixed(1)} to 1`
