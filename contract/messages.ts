/** Messages that are used in more than one module. */

export const codeSent = 'OTP was successfully sent to your email.'
export const busy = 'We are busy. Please try again in a few seconds.'
/** What a school says that is only read for a time, on its pages and to whoever writes. */
export const inMaintenance =
  'We are doing some work on the school. You can read everything. Signing in, paying and changes work again in a few minutes.'
export const busyTrying = 'We are busy. Trying again …'
/** Shown beside the field for a code. */
export const lateCodes = {
  title: 'Our e-mails are late at the moment.',
  text: 'Your code can take a few minutes. Ask for a new one only when none has come after ten minutes.',
}
export const changeCodeSent = 'OTP sent to your email. Please verify.'
export const invalidCode = 'Invalid or expired OTP.'
export const registered = 'Registration successful! Please verify OTP.'
export const accountTaken =
  'An account with this email or phone number already exists. Please use a different email or phone number.'
export const registrationFailed = 'Registration failed. Please try again.'
export const loggedOut = 'Logged out successfully'
export const logoutFailed = 'Logout failed'
export const noChanges = 'No changes detected.'
export const profileUpdated = 'Profile updated successfully!'
export const paymentVerified = 'Payment verified successfully!'
export const paymentNotVerified = 'Payment verification failed'
export const noMoneyTaken = 'No money was taken.'
/** The payment page compares it. */
export const batchFull = 'This batch is full. Please choose another one.'
/** A code that was chosen before. The payment page compares it. */
export const couponGone = 'Your code can’t be used any more. Please choose how you want to pay.'
export const alreadyEnrolled = 'You have already enrolled in this batch.'
export const coursesNotFetched = 'Failed to fetch enrolled courses'
export const courseNotFound = 'Course not found'
export const policyNotFound = 'Policy not found.'
export const blogNotFound = 'Blog not found.'
export const connectionLost = 'Your internet connection is gone. Please try again when it is back.'
export const wentWrong = 'Something went wrong. Please try again.'
export const callbackReceived = 'Your Enquiry Form has been submitted successfully.'
export const hireReceived = 'Your request has been submitted successfully!'
export const researchReceived = 'Your research request has been submitted successfully!'
