/** Resolves once the condition holds; asks again every 20 ms. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 20))
}
