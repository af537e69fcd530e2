import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { EmailField } from '#ui/email-field.tsx'
import { Field } from '#ui/field.tsx'
import { PhoneField } from './phone-field.tsx'

interface Person {
  full_name: string
  phone_number: string
  email: string
  unfinished_mails?: boolean | undefined
}

/** The name, phone and email fields of a new account. */
export function AccountFields({ register, errors }: { register: UseFormRegister<Person>; errors: FieldErrors<Person> }) {
  return (
    <>
      <Field {...register('full_name')} label="Full name" autoComplete="name" required error={errors.full_name?.message} />
      <PhoneField field={register('phone_number')} error={errors.phone_number?.message} />
      <EmailField field={register('email')} error={errors.email?.message} />
      <label className="flex min-h-11 items-start gap-3 py-2 text-sm">
        <input type="checkbox" {...register('unfinished_mails')} className="mt-0.5 size-4.5 shrink-0 accent-accent" />
        E-mail me once if I choose a batch and do not finish the payment.
      </label>
    </>
  )
}
