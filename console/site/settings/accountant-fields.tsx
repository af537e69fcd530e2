import type { SettingsInput } from '#contract/site/staff/settings.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { ListField } from '#console/kit/fields/lines-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'

/** Names in the accountant's program, and the days on which banks are closed. */
export function AccountantFields() {
  return (
    <>
      <Section
        title="Ledgers of Tally"
        text="The vouchers of a month name these ledgers. Make them in Tally under the same names, or give their names here."
      >
        <Pair>
          <Ledger name="tally_sales" hint="Course fees without their tax." />
          <Ledger name="tally_returns" hint="The debit of a credit note. It may be the ledger of sales." />
        </Pair>
        <Pair>
          <Ledger name="tally_cgst" />
          <Ledger name="tally_sgst" />
        </Pair>
        <Pair>
          <Ledger name="tally_igst" />
          <Ledger name="tally_utgst" hint="In place of SGST for a school in a Union Territory." />
        </Pair>
        <Pair>
          <Ledger name="tally_students" hint="An invoice debits it and the money credits it." />
          <Ledger name="tally_provider" hint="What was paid online and has not reached the bank." />
        </Pair>
        <Pair>
          <Ledger name="tally_bank" />
          <Ledger name="tally_cash" />
        </Pair>
        <Pair>
          <Ledger name="tally_charges" />
          <Ledger name="tally_charges_tax" />
        </Pair>
      </Section>
      <Section
        title="Bank holidays"
        text="A payment that is in no settlement after five working days is late. Sundays, second and fourth Saturdays, 26 January, 15 August and 2 October are known."
      >
        <ListField<SettingsInput, 'bank_holidays'>
          name="bank_holidays"
          one="holiday"
          blank={{ day: '', name: '' }}
          hint="The other days on which the bank of the school is closed, from the list of the Reserve Bank for your State."
        >
          {(path) => (
            <Pair>
              <DateField<SettingsInput> name={`${path}.day`} label="Day" required />
              <TextField<SettingsInput> name={`${path}.name`} label="Name" required maxLength={80} />
            </Pair>
          )}
        </ListField>
      </Section>
    </>
  )
}

function Ledger({ name, hint }: { name: Extract<keyof SettingsInput, `tally_${string}`>; hint?: string }) {
  return <TextField<SettingsInput> name={name} required maxLength={100} hint={hint} />
}
