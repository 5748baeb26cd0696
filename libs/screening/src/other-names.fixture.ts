/** Invented names of common parts: a subject and an entry that is somebody else, by class. */
export const otherNames: Readonly<Record<string, string>> = {
  'same surname, another given name': `
    Maria Volkova | VOLKOV, Sergey
    Dmitry Volkov | VOLKOV, Sergey
    Pavel Volkov | VOLKOV, Sergey
    Ahmed Mansour | MANSOUR, Yusuf
    Layla Mansour | MANSOUR, Yusuf
    Peter Keller | KELLER, Johannes
    Anna Keller | KELLER, Johannes
    Chinwe Okafor | OKAFOR, Emeka
    Ngozi Okafor | OKAFOR, Emeka
    Luis Costa | COSTA, Pedro
    Ivan Dimitrov | DIMITROV, Georgi
    Hassan Karim | KARIM, Hussein
    Ali Karim | KARIM, Hussein
    Samir Haddad | HADDAD, Rami
    Nadia Haddad | HADDAD, Rami
    Khalid Hamdan | HAMDAN, Rashid
    Li Na | LI, Xiaodong
    Zhang Li | ZHANG, Weiming
    Wang Fang | WANG, Xiuying
    Chen Jing | CHEN, Zhiqiang
    Kim Min Seo | KIM, Jong Ho
    Nguyen Thi Lan | NGUYEN, Van Minh
    Elena Papadopoulou | PAPADOPOULOS, Alexandros
    Thomas Müller | MULLER, Jurgen
    Carlos Garcia Lopez | GARCIA LOPEZ, Maria
    Fatima Al-Khalidi | AL-KHALIDI, Muhammad`,
  'same given name, another surname': `
    Sergey Sokolov | VOLKOV, Sergey
    Sergey Petrov | VOLKOV, Sergey
    Sergey Volodin | VOLKOV, Sergey
    Johannes Berger | KELLER, Johannes
    Johannes Kohler | KELLER, Johannes
    Muhammad Salim | AL-KHALIDI, Muhammad
    Mohammed Rahman | AL-KHALIDI, Muhammad
    Yusuf Hamdan | MANSOUR, Yusuf
    Yusuf Marwan | MANSOUR, Yusuf
    Maria Fernandez | GARCIA LOPEZ, Maria
    Pedro Castro | COSTA, Pedro
    Emeka Obi | OKAFOR, Emeka
    Georgi Todorov | DIMITROV, Georgi
    Eleni Papadaki | KONSTANTINOU, Eleni
    Ibrahim Hassan | IBN SAID, Ibrahim
    David Cohen | LEVI, David
    Tariq Aziz Khan | AL-BAGHDADI, Tariq
    Omar Hadi | FAROUK, Omar
    Lukasz Nowak | WOJCIK, Lukasz
    Nguyen Van Hung | MINH, Nguyen Van`,
  'common names that look alike': `
    John Smith | SMITHSON, Joan
    Mark Martin | MARTINEZ, Marco
    Daniel Brown | BRAUNER, Daniela
    Robert Johnson | JOHANSEN, Roberta
    Mohammed Hassan | HUSSEIN, Mahmoud
    Mohammed Ali | MAHMOUD, Alia
    Ali Hassan | HUSSEIN, Ali
    Ahmed Hamid | MAHMOUD, Hamad
    Karim Salim | IKRAM, Salma
    Hamid Rashid | HAMAD, Rushdi
    Anna Kovacs | KOVALENKO, Hanna
    Maria Petrova | PETRENKO, Marina
    Ivan Petrov | PAVLOV, Ivan
    Ivan Ivanov | IVANENKO, Yan
    Wei Zhang | ZHENG, Wen
    Li Wang | WONG, Lin
    Min Chen | CHENG, Ming Hua
    Jin Liu | LIANG, Jie
    Kim Sung Min | KIM, Song Nam
    Paul Meyer | MAYERHOFER, Paula
    Jan de Vries | DE WIT, Jan
    Michael Weber | WEBSTER, Michelle
    David Lee | LI, Dawei
    Marie Laurent | LAMBERT, Marion
    Carla Rossi | RUSSO, Carlo`,
  'another father or middle name': `
    Sergey Nikolayevich Volkov | VOLKOV, Sergey Ivanovich
    Vladimir Andreevich Zaytsev | ZAYTSEV, Vladimir Petrovich
    Olga Sergeevna Belova | BELOVA, Olga Viktorovna
    Muhammad Tariq Salim | SALIM, Muhammad Rashid
    Ahmed Khaled Nasser | NASIR, Ahmed Yusuf
    Johannes Gottlieb Keller | KELLER, Johannes Friedrich
    Maria Teresa Lopez | LOPEZ, Maria Gabriela
    Rami Boutros Haddad | HADDAD, Rami Elias`,
  'companies with common words': `
    Southern Star Trading Ltd | NORTHERN STAR TRADING COMPANY
    Northern Light Trading | NORTHERN STAR TRADING COMPANY
    Star Trading Company | NORTHERN STAR TRADING COMPANY
    General Trading Company | NORTHERN STAR TRADING COMPANY
    International Trading Group | ORION INTERNATIONAL TRADING
    Apollo International Trading | ORION INTERNATIONAL TRADING
    Poseidon Maritime SA | HELIOS MARITIME
    Helix Marine Research | HELIOS MARITIME
    Western Commerce Bank | EASTERN COMMERCE BANK
    Bank of Commerce and Credit | EASTERN COMMERCE BANK
    Gulf Medical Services | GULF PETROLEUM SERVICES
    Golden Eagle Shipping | GOLDEN CRANE SHIPPING
    Silver Crane Shipping | GOLDEN CRANE SHIPPING
    Desert Rose General Trading LLC | DESERT FALCON GENERAL TRADING
    Mountain Falcon Trading | DESERT FALCON TRADING
    Zapad Metall LLC | VOSTOK METALL
    Vostok Telekom | VOSTOK METALL
    Aurora Textiles GmbH | AURORA MINERALS
    Borealis Minerals | AURORA MINERALS
    Adriatic Tours d.o.o. | ADRIATIC CARGO
    Meridian Pharma | MERIDIAN HOLDING
    Pars Kavir Textile | PARS KAVIR ENGINEERING COMPANY
    Haddad Dental Clinic | HADDAD BROTHERS EXCHANGE
    Las Palmas Hotel | INVERSIONES LAS PALMERAS
    Kessler Optik GmbH | KESSLER PRAZISION
    Shanghai Electronics Technology Co | SHENZHEN ELECTRONICS TECHNOLOGY CO`,
  'a part of a name': `
    Sergey | VOLKOV, Sergey
    Trading Company | NORTHERN STAR TRADING COMPANY
    Muhammad Hasan | AL-KHALIDI, Muhammad Hasan Tariq Yusuf
    Al Khalidi | AL-KHALIDI, Muhammad
    Star | NORTHERN STAR TRADING COMPANY
    Abdul | ABDULRAHMAN, Nasser
    Maria | GARCIA LOPEZ, Maria
    Bank | EASTERN COMMERCE BANK`,
  'words of a name in a longer one': `
    Northern Europe Iron Ore Mining and Trading Company of Stockholm | NORTHERN IRON TRADING
    Star Alliance Trading Services of Northern Ireland and Scotland | NORTHERN STAR TRADING COMPANY
    Golden Gate Shipping Agency and Crane Rental of San Francisco | GOLDEN CRANE SHIPPING
    Sergey Ivanov and Partners Law Office Volkov Street | VOLKOV, Sergey
    Maria Lopez and Carlos Garcia Design Studio Madrid | GARCIA LOPEZ, Maria
    Aurora Borealis Tours and Minerals Museum of Tromso | AURORA MINERALS`,
};
