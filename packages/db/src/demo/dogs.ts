import { type NewDog, newDogSchema } from '@barkyard/domain/schemas/dog'
import { rowsOf } from './yard.ts'

/** A dog of the demo. `name` is unique, so chats and playdates refer to dogs by name. */
export interface DemoDog extends NewDog {
  bio: string
  /** The owner's key; null: nobody owns it. */
  owner: string | null
}

/** owner | name | breed | size, sex, age | temperament | bio. An owner's first dog is their active one. */
const TABLE = `
owner | Biscuit | Beagle | medium, male, 3 | friendly, playful | Follows his nose to every picnic on Alamo Square. Can be bribed with cheese, cannot be hurried.
owner | Juniper | Australian Shepherd | medium, female, 5 | energetic, protective | Herds joggers, children and once a food truck. Happiest with a job and a tennis ball.
owner | Gus | Basset Hound | medium, male, 11 | calm, gentle | Retired. Walks one block, rests two. Leans on you until you are friends.
admin | Pepper | Miniature Schnauzer | small, female, 6 | protective, friendly | Keeps the block in order and her beard immaculate. Warms up after the second sniff.
mei.tanaka | Mochi | Shiba Inu | medium, female, 4 | playful, shy | Will pretend not to know you for ten minutes, then follow you home.
mei.tanaka | Kinako | Toy Poodle | small, female, 2 | energetic, friendly | Dances for blueberries. Owns more sweaters than her human.
diego.ramirez | Churro | Chihuahua | small, male, 7 | protective, playful | Four pounds of opinion. Rides in the bike basket and comments on everything.
diego.ramirez | Luna | Siberian Husky | large, female, 3 | energetic, friendly | Sings along to fire engines. Looking for somebody who can keep up on the beach.
priya.natarajan | Waffles | Pembroke Welsh Corgi | small, male, 2 | playful, friendly | Short legs, long plans. Never met a ball he would give back.
jonah.feldman | Moose | Bernese Mountain Dog | large, male, 4 | gentle, calm | A sofa that loves you. Drools on special occasions and on all others.
jonah.feldman | Pickle | Dachshund | small, female, 6 | shy, playful | Digs for treasure in Buena Vista Park. So far: eleven sticks and a sandal.
amara.okonkwo | Duke | Rottweiler | large, male, 5 | protective, gentle | Looks like security, wants to sit on your lap. Polite with puppies.
lucas.moreau | Croissant | French Bulldog | small, male, 3 | friendly, calm | Snores through brunch. Enjoys Crissy Field from a blanket.
sofia.papadakis | Athena | German Shepherd | large, female, 6 | protective, energetic | Knows forty words, most of them about food. Excellent with shy dogs.
wei.zhang | Dim Sum | Pug | small, male, 5 | friendly, calm | Small, round and best shared with friends.
wei.zhang | Bao | Chow Chow | large, female, 7 | calm, shy | A dignified cloud. Prefers early mornings and short conversations.
fatima.haddad | Saffron | Golden Retriever | large, female, 4 | friendly, gentle | Brings everybody a present, mostly socks. Loves the top of Bernal Hill at sunset.
liam.oconnor | Finn | Irish Setter | large, male, 2 | energetic, playful | Outer Sunset's fastest redhead. Swims first, asks later.
liam.oconnor | Clover | Westie | small, female, 9 | calm, friendly | Grande dame of Ocean Beach. Accepts compliments and chicken.
nia.williams | Zora | Greyhound | large, female, 6 | gentle, shy | Forty miles an hour, twice a week. The rest is sleeping.
kenji.watanabe | Hachi | Akita | large, male, 5 | calm, protective | Waits at the same corner every evening. Has never been disappointed.
elena.petrova | Sputnik | Samoyed | large, male, 3 | friendly, energetic | First dog in orbit around the kitchen table. Sheds a second dog every spring.
marcus.johnson | Jazz | Dalmatian | medium, female, 4 | energetic, playful | Runs Potrero Hill for fun, up and down. Keeps the beat with her tail.
marcus.johnson | Miles | Pit Bull Terrier | medium, male, 6 | gentle, friendly | Professional cuddler with a head like a bowling ball. Kids' choice three years running.
hana.kim | Tofu | Maltese | small, male, 8 | gentle, calm | Soft, white and goes with everything.
tomas.herrera | Rocco | Boxer | large, male, 3 | playful, energetic | All paws, no brakes. Will wrestle anybody who says yes.
ingrid.solberg | Freya | Norwegian Elkhound mix | medium, female, 7 | calm, friendly | Takes the hills of Russian Hill at her own pace and insists on the view.
ravi.menon | Chai | Vizsla | medium, female, 2 | energetic, friendly | Velcro on four legs. Needs a morning run and a lot of being told she is good.
zoe.janssen | Stroopwafel | Jack Russell Terrier | small, male, 5 | energetic, playful | Jumps as high as he is long, times three. Dogpatch's champion of frisbee.
chloe.nguyen | Pho | Boston Terrier | small, female, 3 | playful, friendly | Always dressed for dinner. Zoomies at nine sharp.
chloe.nguyen | Banh Mi | Pembroke Welsh Corgi | small, female, 4 | friendly, calm | A loaf in the sun by Washington Square. Please do not step on the loaf.
samuel.adeyemi | Simba | Rhodesian Ridgeback | large, male, 4 | protective, calm | Lion by name, lamb by nature. Guards West Portal from pigeons.
leila.farahani | Pistachio | Papillon | small, female, 3 | playful, friendly | Ears that pick up cheese in three neighborhoods.
caleb.whitehorse | Blue | Australian Cattle Dog | medium, male, 5 | energetic, protective | Knows every trail in Glen Canyon and would like to show you.
grace.liu | Dumpling | Shih Tzu | small, female, 10 | calm, gentle | Well wrapped, warm inside. Naps on Portsmouth Square.
mateo.silva | Paçoca | Caramelo | medium, male, 4 | friendly, playful | A proud street dog from São Paulo with a passport and a plan.
yasmin.rahman | Cashew | Cavalier King Charles Spaniel | small, male, 2 | gentle, friendly | Falls in love about six times per walk.
owen.gallagher | Guinness | Newfoundland | large, male, 6 | gentle, calm | Dark, with a good head on him. Rescues swimmers who were fine.
isabela.costa | Lola | Cocker Spaniel | medium, female, 5 | playful, friendly | Has better hair than you and knows it. Loves Dolores Park on Sundays.
dmitri.volkov | Boris | English Bulldog | medium, male, 7 | calm, friendly | Skateboards downhill, is carried uphill.
noah.goldberg | Bagel | Basset Hound mix | medium, male, 3 | friendly, calm | Everything on it: basset ears, beagle nose, somebody's spots.
noah.goldberg | Schmear | Bichon Frise | small, female, 4 | playful, gentle | White, fluffy and always on top of Bagel.
tala.santos | Ube | Miniature Poodle | small, female, 1 | energetic, shy | Still a puppy in the important ways. Afraid of balloons, brave about everything else.
jasper.reed | Ziggy | Border Collie | medium, male, 3 | energetic, playful | Solved the treat puzzle, then the baby gate, then the fridge.
jasper.reed | Bowie | Border Collie | medium, female, 3 | energetic, shy | Ziggy's sister and the brains of the operation. One blue eye on you at all times.
hana.kim | Gimbap | Dachshund | small, male, 4 | playful, protective | Long, neatly rolled, suspicious of scooters.
ravi.menon | Masala | Labrador Retriever | large, female, 6 | friendly, calm | Certified good girl, uncertified sous-chef.
simone.laurent | Gaston | French Bulldog | small, male, 6 | calm, aggressive | Needs his space and slow introductions. With his five friends: a marshmallow.
simone.laurent | Colette | Standard Poodle | large, female, 4 | playful, gentle | Swims in Lake Temescal, then shakes herself next to somebody in linen.
aisha.bello | Zuri | Great Dane | large, female, 3 | gentle, friendly | Believes she fits under the table. Walks slowly for small friends.
beth.yamamoto | Hazel | Goldendoodle | large, female, 2 | playful, friendly | Part cloud, part pogo stick. Berkeley Marina regular.
vikram.singh | Turbo | Greyhound mix | medium, male, 5 | energetic, shy | Adopted, fast and a little unsure. Gives his heart to whoever throws twice.
gabriel.ortiz | Taquito | Chihuahua mix | small, male, 4 | friendly, playful | Silver Lake's smallest celebrity. Signs with a paw.
gabriel.ortiz | Reina | Doberman Pinscher | large, female, 5 | protective, gentle | Looks after Taquito, the yard and everybody's mood.
imani.brooks | Brooklyn | Pit Bull mix | medium, female, 6 | friendly, calm | Knows every bodega cat by name. Prospect Park before nine, off leash.
imani.brooks | Pretzel | Dachshund | small, male, 2 | playful, energetic | Salty, twisted and good with mustard.
oliver.whitfield | Crumpet | Cavalier King Charles Spaniel | small, female, 7 | gentle, calm | Prefers the sofa in any weather and the pub in the rain.
oliver.whitfield | Winston | Whippet | medium, male, 3 | shy, energetic | Wears a jumper from September. Laps London Fields in eleven seconds.
clara.schneider | Knödel | Saint Bernard | large, male, 5 | gentle, calm | Rescue dog without a rescue so far. Offers his back as a pillow.
clara.schneider | Currywurst | Wirehaired Dachshund | small, male, 8 | protective, playful | Born in Kreuzberg, barks in two languages.
nora.kowalski | Pierogi | Polish Lowland Sheepdog | medium, male, 4 | playful, friendly | Soft outside, full inside. Sees everything through his bangs.
darius.freeman | Dempsey | Labrador Retriever | large, male, 5 | energetic, friendly | First into Lake Michigan in April, last one out in October.
- | Sunny | Labrador mix | medium, female, 2 | friendly, shy | Found at Fort Funston with a tennis ball she will not discuss. Waiting for her people.
- | Captain | Terrier mix | small, male, 8 | gentle, calm | One ear up, one ear down. House-trained, well read, ready for a lap of his own.
`

function dogIn([owner, name, breed, build = '', traits = '', bio = '']: string[]): DemoDog {
  const [size, sex, age] = build.split(', ')
  const dog = newDogSchema.parse({ name, breed, size, sex, ageYears: Number(age), temperament: traits.split(', ') })
  return { ...dog, bio, owner: owner && owner !== '-' ? owner : null }
}

/** All dogs of the demo, an owner's active dog before their others. */
export const demoDogs = (): DemoDog[] => rowsOf(TABLE).map(dogIn)
