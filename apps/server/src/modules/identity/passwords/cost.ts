/** Cost of hashing a password: argon2id with the second recommended setting of the OWASP password storage cheat sheet. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash of the same cost that matches no known password. */
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Ik3FWHY7qMg8h7rHdNgbuQ$r0D+EmBscrAzHZ/JZUgoD1sydBZ7CYVNXfNQYEjTGFU'
