/**
 * The passwords of eight or more characters among the 500 most common ones (from the list of zxcvbn, MIT). Sign-ins are
 * limited to a few attempts a minute, so only passwords that an attacker tries first need to be refused.
 */
const COMMON = new Set(
  `
  01012011 11111111 11223344 12344321 12345678 123456789 1234567890 1234qwer 12qwaszx 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  1qazxsw2 4815162342 789456123 abcd1234 airborne alexande asdf1234 asdfasdf asdfghjk asdfghjkl babygirl baseball
  benjamin bigdaddy blink182 brooklyn carolina christin cocacola computer corvette creative
  danielle darkness december dolphins elephant explorer football garfield godzilla guinness hardcore iloveyou
  internet jennifer jonathan jordan23 lasvegas lifehack liverpoo liverpool marlboro maverick mercedes metallic
  michelle michigan midnight mountain nicholas nintendo november pakistan passw0rd password password1 platinum
  princess q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerty123 qwertyui qwertyuiop redskins redwings rush2112
  samantha scorpion slipknot snowball startrek starwars steelers sunshine superman trustno1 victoria
  whatever williams
`
    .trim()
    .split(/\s+/),
)

/** Whether a password is one of the most common ones, in upper or lower case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())
