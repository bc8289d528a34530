/** The field that each unique constraint of users is about. */
export const uniqueOfUsers = {
  app_user_user_name_key_key: 'userName',
  app_user_email_key_key: 'email',
  app_user_phone_key_key: 'phone',
} as const
