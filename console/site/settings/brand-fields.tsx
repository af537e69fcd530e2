import type { SettingsInput } from '#contract/site/staff/settings.ts'
import { ImageField } from '#console/kit/fields/image-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'

/** How the school looks. */
export function BrandFields() {
  return (
    <>
      <Section
        title="Name and logo"
        text="At the head of every page, in mails, on receipts and certificates, and in the pictures of shared links."
      >
        <TextField<SettingsInput>
          name="wordmark"
          empty=""
          maxLength={40}
          hint="Beside the mark, where it differs from the name of the school, such as a short form."
        />
        <ImageField<SettingsInput>
          name="mark"
          shape="square"
          unset="The site draws the first letter of the name."
          hint="A square picture. It is the icon of the site too. Clear parts stand on white."
        />
        <Pair>
          <ImageField<SettingsInput>
            name="logo"
            shape="whole"
            unset="Pages show the mark and the name."
            hint="A wide picture in place of mark and name, at least 480 pixels wide."
          />
          <ImageField<SettingsInput>
            name="logo_dark"
            shape="whole"
            unset="In the dark theme the logo stands on white."
            hint="For people whose device is set to a dark theme."
          />
        </Pair>
      </Section>
      <Section title="Colour" text="For buttons, links and what is chosen. Each theme gets shades of it that people can read.">
        <ColourField<SettingsInput> name="accent" hint="Six digits after #, such as #7a1f3d." />
        <BrandPreview />
      </Section>
    </>
  )
}
