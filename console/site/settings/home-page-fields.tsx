import type { SettingsInput } from '#contract/site/staff/settings.ts'
import { LinesField, ListField } from '#console/kit/fields/lines-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { IconField } from './icon-field.tsx'

const heading = { empty: '', maxLength: 120 } as const

/** What the home page says. */
export function HomePageFields() {
  return (
    <>
      <Section title="Headlines" text="The title of the home page, and the lines that take turns below it.">
        <TextField<SettingsInput>
          name="home_headline"
          empty=""
          maxLength={80}
          hint="What the school promises. The tagline stands there while it is empty."
        />
        <ListField<SettingsInput, 'headlines'> name="headlines" one="headline" blank={{ headline: '', slogan: '' }}>
          {(path) => (
            <>
              <TextField<SettingsInput> name={`${path}.headline`} label="Headline" required maxLength={80} />
              <TextareaField<SettingsInput> name={`${path}.slogan`} label="Slogan" required />
            </>
          )}
        </ListField>
      </Section>
      <Section title="Headings" text="What stands above each part. An empty one has the words of the product.">
        <TextField<SettingsInput> name="courses_heading" {...heading} placeholder="Find your course" />
        <TextField<SettingsInput> name="program_line" empty="" maxLength={300} hint="Such as how long a program takes." />
        <TextField<SettingsInput> name="classes_heading" {...heading} placeholder="How a live class works" />
        <TextField<SettingsInput> name="offerings_heading" {...heading} placeholder="What you get" />
        <TextField<SettingsInput> name="instructors_heading" {...heading} placeholder="Who teaches" />
        <TextField<SettingsInput> name="instructor_line" empty="" maxLength={300} hint="About all who teach." />
        <TextField<SettingsInput> name="companies_heading" {...heading} placeholder="Companies that hire our students" />
        <TextField<SettingsInput> name="prime_heading" {...heading} placeholder="Prime courses" />
        <TextField<SettingsInput> name="outcomes_heading" {...heading} placeholder="What you can count on" />
        <TextField<SettingsInput> name="alumni_heading" {...heading} placeholder="Where our alumni work" />
        <TextField<SettingsInput> name="questions_heading" {...heading} placeholder="Questions people ask first" />
      </Section>
      <Section title="Offerings" text="What a student gets. The home page shows up to six.">
        <ListField<SettingsInput, 'offerings'> name="offerings" one="offering" blank={{ title: '', text: '', icon: 'radio' }}>
          {(path) => (
            <>
              <TextField<SettingsInput> name={`${path}.title`} label="Title" required maxLength={60} />
              <TextareaField<SettingsInput> name={`${path}.text`} label="Text" required />
              <IconField<SettingsInput> name={`${path}.icon`} label="Sign" />
            </>
          )}
        </ListField>
      </Section>
      <Section title="Outcomes" text="What students can do after a course. The home page shows up to eight.">
        <LinesField<SettingsInput> name="outcomes" one="outcome" />
      </Section>
      <Section title="Questions" text="Questions that people ask before they enrol, at the end of the home page.">
        <ListField<SettingsInput, 'questions'> name="questions" one="question" blank={{ question: '', answer: '' }}>
          {(path) => (
            <>
              <TextField<SettingsInput> name={`${path}.question`} label="Question" required maxLength={200} />
              <TextareaField<SettingsInput> name={`${path}.answer`} label="Answer" required />
            </>
          )}
        </ListField>
      </Section>
      <Section title="Live class" text="What happens before, in and after a class. The home page shows it.">
        <ListField<SettingsInput, 'class_steps'> name="class_steps" one="step" blank={{ when: '', title: '', text: '' }}>
          {(path) => (
            <>
              <Pair>
                <TextField<SettingsInput>
                  name={`${path}.when`}
                  label="When"
                  required
                  maxLength={60}
                  hint="Such as: the day before."
                />
                <TextField<SettingsInput> name={`${path}.title`} label="Title" required maxLength={120} />
              </Pair>
              <TextareaField<SettingsInput> name={`${path}.text`} label="Text" required />
            </>
          )}
        </ListField>
      </Section>
    </>
  )
}
