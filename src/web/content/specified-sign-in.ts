/** Texts of the sign-in that `docs/specification.md` fixes to the letter, as `specified-texts.ts` has the others. */
export const specifiedSignIn = {
  forgotPassword: 'Forgot Password',
  createAccount: 'Create new Account',
  google: 'Login with Google',
  signUp: 'Sign Up',
  backToLogin: 'Back to Login',
  emailNotVerified: 'Your Email is not Verified',
  sendAgain: 'Sent again',
  notAdmin: 'You are not Admin',
  adminLogin: 'Please Admin Login',
} as const
