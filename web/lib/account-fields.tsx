import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { EmailField } from '#ui/email-field.tsx'
import { Field } from '#ui/field.tsx'
import { PhoneField } from './phone-field.tsx'

interface Person {
  full_name: string
  phone_number: string
  email: string
}

/** The name, phone and email fields of a new account. */
export function AccountFields({ register, errors }: { register: UseFormRegister<Person>; errors: FieldErrors<Person> }) {
  return (
    <>
      <Field {...register('full_name')} label="Full name" autoComplete="name" required error={errors.full_name?.message} />
      <PhoneField field={register('phone_number')} error={errors.phone_number?.message} />
      <EmailField field={register('email')} error={errors.email?.message} />
    </>
  )
}
