const words = (text: string): string[] => text.split(' ')

/** First names, most common first. */
export const firstNames = words(
  'James Mary Anna Peter Laura Thomas Julia Martin Sofia Daniel Emma Lukas Clara Hugo Nina Oscar Elena Paul Ines Viktor ' +
    'Olivia Noah Amelia Liam Charlotte Elijah Isabella Benjamin Camila Mateo Penelope Henry Evelyn Sebastian Harper Jack Abigail Owen ' +
    'Emily Samuel Elizabeth Matthew Avery Joseph Ella Levi Scarlett Wyatt Grace Dylan Chloe Gabriel Victoria Julian Riley Aaron ' +
    'Aria Isaac Lily Leonardo Aurora Axel Zoey Ezra Nora Thiago Layla Maverick Mila Jaxon Aubrey Josiah Hannah Charles Lillian ' +
    'Christopher Addison Joshua Eleanor Caleb Natalie Ryan Luna Nathan Savannah Adrian Brooklyn Christian Leah Theodore Zoe ' +
    'Bjarne Ingrid Søren Åsa Jürgen Zdeněk Łukasz Agnieszka Giovanni Francesca Dimitrios Konstantinos Akihiro Yukiko Priyanka Rajesh',
)

/** Last names, most common first. */
export const lastNames = words(
  'Smith Keller Dubois Rossi Novak Larsen Meyer Tanaka Silva Brown Fischer Moreau Conti Horvat Berg Wagner Sato Costa Clark ' +
    'Lindqvist Bauer Petit Greco Kovacs Dahl Weber Mori Pereira Young Nyberg Johnson Williams Jones Garcia Miller Davis Rodriguez ' +
    'Martinez Hernandez Lopez Gonzalez Wilson Anderson Taylor Moore Jackson Thompson White Harris Sanchez Ramirez Lewis Robinson ' +
    'Walker Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts ' +
    'Papadopoulos Karamanlis Yamamoto Kobayashi Nakamura Hashimoto Schwarzenberger Hohenfelder Krishnamurthy Venkataraman ' +
    'Chakraborty Bhattacharya Abdulrahman Khalilzadeh Mikkelsen Rasmussen Gulbrandsen Haugland Wojciechowski Kowalczyk Szymanski ' +
    'Vandenberghe Verhoeven Deschamps Beaumont Fontaine Castellanos Villanueva Montenegro Albuquerque Figueiredo Quintanilla Zubizarreta ' +
    'O’Sullivan MacGregor Fitzgerald Featherstone Cholmondeley Huxtable Ravensworth Whitcombe Yardley Zimmermann Jankovic Qvist',
)

/** Domains of e-mail addresses, most common first. */
export const mailDomains = words(
  'hospital.example clinic.example mail.example oncology.example pharma.example trials.example biotech.example cro-asia.example ' +
    'university.example lab.example medline.example research-site.example ruijin.example xiehe.example huaxi.example tongji.example',
)
