/** What a user name is found by and unique by, without regard to case or Unicode variants. */
export const userNameKey = (userName: string): string => userName.trim().normalize('NFKC').toLowerCase()
