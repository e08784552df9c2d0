/** Only suggestions: any text is accepted as a breed. */
export const BREEDS = `
Airedale Terrier, Akita, Alaskan Malamute, American Bulldog, American Staffordshire Terrier, Australian Cattle Dog,
Australian Shepherd, Basenji, Basset Hound, Beagle, Belgian Malinois, Bernese Mountain Dog, Bichon Frise, Bloodhound,
Border Collie, Border Terrier, Boston Terrier, Boxer, Brittany, Bull Terrier, Bulldog, Cairn Terrier, Cane Corso,
Cavalier King Charles Spaniel, Chihuahua, Chow Chow, Cockapoo, Cocker Spaniel, Collie, Corgi, Dachshund, Dalmatian,
Doberman, English Setter, English Springer Spaniel, French Bulldog, German Shepherd, German Shorthaired Pointer,
Golden Retriever, Goldendoodle, Great Dane, Great Pyrenees, Greyhound, Havanese, Irish Setter, Irish Wolfhound,
Italian Greyhound, Jack Russell Terrier, Labradoodle, Labrador Retriever, Lagotto Romagnolo, Leonberger, Lhasa Apso,
Maltese, Miniature Pinscher, Miniature Schnauzer, Mixed breed, Newfoundland, Nova Scotia Duck Tolling Retriever,
Old English Sheepdog, Papillon, Pekingese, Pit Bull, Pointer, Pomeranian, Poodle, Portuguese Water Dog, Pug,
Rhodesian Ridgeback, Rottweiler, Saint Bernard, Saluki, Samoyed, Schnauzer, Scottish Terrier, Shar Pei,
Shetland Sheepdog, Shiba Inu, Shih Tzu, Siberian Husky, Staffordshire Bull Terrier, Standard Poodle, Vizsla, Weimaraner,
West Highland White Terrier, Whippet, Wire Fox Terrier, Yorkshire Terrier
`
  .trim()
  .split(/,\s+/)
